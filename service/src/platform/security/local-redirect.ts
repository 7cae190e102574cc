// Any origin that no address can name by accident: it only tells whether an address left it.
const here = "https://here.invalid";
const charactersMax = 2000;

/**
 * Decides where a redirect may go: the given address as a path of this site, in its normal form, or undefined if it
 * could lead anywhere else. It is normalised first, because `/..//host` becomes `//host`, which names another site.
 */
export function ownPath(given: string): string | undefined {
  if (given.length > charactersMax || !given.startsWith("/") || given.startsWith("//")) return undefined;
  // Browsers read a backslash as a slash, and drop tabs and line breaks.
  if (given.includes("\\") || hasControls(given) || !URL.canParse(given, here)) return undefined;
  const { origin, pathname, search, hash } = new URL(given, here);
  if (origin !== here || pathname.startsWith("//")) return undefined;
  return `${pathname}${search}${hash}`;
}

const hasControls = (text: string) =>
  [...text].some((character) => character <= "\u001f" || (character >= "\u007f" && character <= "\u009f"));
