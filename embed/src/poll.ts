const waitsSeconds = [5, 10, 20, 40, 80];

/**
 * Checks again when the buyer comes back to the page, and then a few more times at growing intervals, because a bank
 * may take a minute. A hidden page is not checked. It ends when `look` says so, or with the panel.
 */
export function pollUntilDone(element: HTMLElement, check: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  let isChecking = false;

  const wait = () => {
    const seconds = waitsSeconds[round++];
    if (seconds !== undefined && !document.hidden) timer = setTimeout(run, seconds * 1000);
  };
  const run = async () => {
    // Some browsers report coming back twice.
    if (isChecking) return;
    clearTimeout(timer);
    isChecking = true;
    const goesOn = element.isConnected && (await check());
    isChecking = false;
    if (goesOn) wait();
    else stop();
  };
  const onReturn = () => {
    if (document.hidden) return;
    round = 0;
    void run();
  };
  // The page was restored from the back/forward cache.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onReturn();
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onReturn);
    removeEventListener("pageshow", onPageShow);
  };
  document.addEventListener("visibilitychange", onReturn);
  addEventListener("pageshow", onPageShow);
  wait();
  return stop;
}
