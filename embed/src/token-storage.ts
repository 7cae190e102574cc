/**
 * The order that was just placed from this window, so that a buyer who returns from paying sees it and not an empty
 * form. It is gone with the window; where the browser stores nothing, only this is missing.
 */
export function loadToken(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** An empty token forgets. */
export function saveToken(name: string, token: string): void {
  try {
    sessionStorage.setItem(name, token);
  } catch {
    // The browser does not allow storage.
  }
}
