/** What reports need to answer with a file. */
export { exportAnswer } from "./exports.ts";
export { withheldTaxSheet } from "./sheets.ts";
