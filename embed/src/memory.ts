/**
 * The order that was just placed from this window, so that a buyer who comes back from paying sees it and not an empty
 * form. It is gone with the window, and where the browser keeps nothing, nothing else is missed.
 */
export function recall(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** An empty token forgets. */
export function remember(name: string, token: string): void {
  try {
    sessionStorage.setItem(name, token);
  } catch {
    // A browser that keeps nothing.
  }
}
