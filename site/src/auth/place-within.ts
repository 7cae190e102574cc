const desk = "/app";

/**
 * Where to go after signing in. The address is user input: it may name a page of this site, but never another site.
 */
export function placeWithin(asked: string | undefined): string {
  if (!asked?.startsWith("/")) return desk;
  const { origin, pathname, search } = new URL(asked, location.origin);
  if (origin !== location.origin || !/^\/(app|operator)(\/|$)/.test(pathname)) return desk;
  return `${pathname}${search}`;
}
