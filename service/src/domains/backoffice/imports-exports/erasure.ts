import { eraseIdentifiedRows } from "../../../platform/db/erasure.ts";

/** Files that were imported, and the errors in them, which quote their rows. */
export const eraseImports = eraseIdentifiedRows("import", "imports", {
  texts: ["file_name", "csv"],
  jsons: ["errors"],
});
