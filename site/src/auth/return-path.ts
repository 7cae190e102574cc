import { ownPath } from "../../../service/src/platform/security/local-redirect.ts";

const home = "/app";

/**
 * The path to open after signing in. It is user input, so only pages of this site are allowed.
 */
export function returnPath(requested: string | undefined): string {
  const path = ownPath(requested ?? home);
  return path !== undefined && /^\/(app|operator)([/?#]|$)/.test(path) ? path : home;
}
