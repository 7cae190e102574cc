import { useSyncExternalStore } from "react";

/** Why code of the site could not be loaded: no connection, or a release that has replaced the file. */
export type LoadProblem = "offline" | "new_version";

type State = {
  problem: LoadProblem | undefined;
  /** Increased by every "Try again" and when the browser is online again. */
  attempt: number;
};

let state: State = { problem: undefined, attempt: 0 };
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useLoadProblem = () => useSyncExternalStore(subscribe, () => state.problem);
export const useLoadAttempt = () => useSyncExternalStore(subscribe, () => state.attempt);

let retries = 0;

/**
 * Loads code. Browsers remember a file that could not be fetched for as long as the page is open, so nothing is
 * requested while there is no connection, and a file that failed is requested again under another address.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  if (!navigator.onLine) throw new Error("There is no connection.");
  try {
    return await load();
  } catch (error) {
    const address = scriptIn(String(error));
    if (address === undefined) throw error;
    retries += 1;
    return (await import(/* @vite-ignore */ `${address}?retry=${retries}`)) as Module;
  }
}

/** The address of the script that a message of the browser names. */
function scriptIn(message: string): string | undefined {
  for (const word of message.split(/[\s?]/)) {
    const start = word.search(/https?:\/\//);
    const end = word.lastIndexOf(".js");
    if (start >= 0 && end > start) return word.slice(start, end + ".js".length);
  }
  return undefined;
}

/** Finds out why a file did not load, so that the page can say it. The page itself stays as it is. */
export async function reportLoadFailure(): Promise<void> {
  change({ problem: (await hasNewVersion()) ? "new_version" : "offline" });
}

export function reportLoaded(): void {
  if (state.problem === "offline") change({ problem: undefined });
}

let goOn: (() => void) | undefined;

/** What "Try again" continues with: the way to the page that could not be opened. */
export function onRetry(action: (() => void) | undefined): void {
  goOn = action;
}

/** Loads again what failed. */
export function retryLoading(): void {
  const action = goOn;
  goOn = undefined;
  change({ problem: undefined, attempt: state.attempt + 1 });
  action?.();
}

/** A release replaces all files, so the page that the service serves now starts with another script. */
async function hasNewVersion(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.getAttribute("src");
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
    return response.ok && script != null && !(await response.text()).includes(script);
  } catch {
    return false;
  }
}

/** Reports a lost connection at once, and repeats the loads that failed when it is back. */
export function watchConnection(): void {
  addEventListener("offline", () => change({ problem: "offline" }));
  // Nobody is taken from a form to another page without having asked at this moment.
  addEventListener("online", () => change({ problem: undefined, attempt: state.attempt + 1 }));
}
