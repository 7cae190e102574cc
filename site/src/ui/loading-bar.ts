const delayMs = 150;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A thin bar at the top while the next page is loading; the current page stays visible and usable. */
export function showLoadingBar(isLoading: boolean): void {
  clearTimeout(timer);
  const { dataset } = document.documentElement;
  // A page that is there at once shows no bar.
  if (isLoading) timer = setTimeout(() => Object.assign(dataset, { loading: "page" }), delayMs);
  else delete dataset.loading;
}
