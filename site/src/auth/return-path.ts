import { ownPath } from "../../../service/src/platform/security/local-redirect.ts";

const home = "/app";

/**
 * Where to go after signing in. The address is user input: it may name a page of this site, but never another site.
 */
export function returnPath(asked: string | undefined): string {
  const path = ownPath(asked ?? home);
  return path !== undefined && /^\/(app|operator)([/?#]|$)/.test(path) ? path : home;
}
