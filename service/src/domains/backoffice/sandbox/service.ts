/**
 * What rehearses a company's future outside production: its own clock, faults of outside parties on demand, and months
 * of data in one call. Nothing here concerns another company.
 */
export { moveClock, type RunDueWork, readClock } from "./clock.ts";
export { fillDocuments, type StoreInvoices } from "./sample-documents.ts";
export { fillSixMonths } from "./scenario.ts";
