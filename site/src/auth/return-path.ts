import { ownPath } from "../../../service/src/platform/security/local-redirect.ts";

const desk = "/app";

/**
 * Where to go after signing in. The address is user input: it may name a page of this site, but never another site.
 */
export function placeWithin(asked: string | undefined): string {
  const path = ownPath(asked ?? desk);
  return path !== undefined && /^\/(app|operator)([/?#]|$)/.test(path) ? path : desk;
}
