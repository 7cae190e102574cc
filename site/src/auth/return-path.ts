import { ownPath } from "../../../service/src/platform/security/local-redirect.ts";

const home = "/app";

/**
 * The path to open after signing in. It is user input, so only pages of this site are allowed.
 */
export function returnPath(asked: string | undefined): string {
  const path = ownPath(asked ?? home);
  return path !== undefined && /^\/(app|operator)([/?#]|$)/.test(path) ? path : home;
}
