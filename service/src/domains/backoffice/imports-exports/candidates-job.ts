/** Reads a large file outside the main thread. */
export { candidatesIn as run } from "./candidates.ts";
