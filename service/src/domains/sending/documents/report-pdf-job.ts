/** Draws a report outside the main thread. */
export { renderReportPdf as run } from "./report-pdf.ts";
