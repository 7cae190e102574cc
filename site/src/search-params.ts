/**
 * The query string of a page: text by name. The router's own parsers turn "365", "true" and "" into other types, so that
 * a page that compares text would ignore them; here every value stays the text that is in the address.
 */
export type SearchParams = Record<string, string | undefined>;

/** Of a name that is given twice, the last value counts. */
export function parseSearch(query: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(query));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return "";
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  // Lists of words are separated by commas, which are legible in an address as they are.
  return `?${query.toString().replaceAll("%2C", ",")}`;
}
