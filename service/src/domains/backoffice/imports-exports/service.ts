/** What reports need to answer with a file. */
export { byteOrderMark, writeCsv } from "./csv.ts";
export { eraseImports } from "./erasure.ts";
export { exportAnswer } from "./exports.ts";
export { journalSheet, withheldTaxSheet } from "./sheets.ts";
