import { eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

/** Names of files that are called after a person. */
export const eraseFinishedImports = eraseIdentifiedRows("finished_import", "finished_imports", {
  texts: ["file_name"],
});
