/** Whether the client already has this version, by its If-None-Match. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((given) => given.trim().replace(/^W\//, "") === tag);
}
