/** Writes the lines of a large export outside the main thread. */
export { linesOf as run } from "./sheets.ts";
