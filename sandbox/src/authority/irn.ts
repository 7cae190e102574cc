import { type FieldValue, readText, report, required } from "./field-checks.ts";

/** The invoice number inside an IRN: letters and digits only. */
export function strip(invoiceNumber: string): string {
  return invoiceNumber.replace(/[^A-Za-z0-9]/g, "");
}

const form = /^([A-Za-z0-9]+)-([A-Za-z0-9]{8})-(\d{8})$/;

export type Irn = { number: string; serviceId: string; day: string };

/** Validates `{number}-{service id}-{YYYYMMDD}` as a whole. */
export function checkIrn(
  place: FieldValue,
  expected: { serviceId: string; number?: string | undefined; issueDate?: string | undefined },
): Irn | undefined {
  const text = readText(required(place), { most: 200 });
  if (text === undefined) return undefined;
  const [, number, serviceId, day] = form.exec(text) ?? [];
  if (number === undefined || serviceId === undefined || day === undefined) {
    return report(
      place,
      "irn_template",
      "must be {number}-{service id}-{YYYYMMDD}, such as INV1-A1B2C3D4-20261115",
    );
  }
  if (serviceId !== expected.serviceId) {
    report(place, "irn_service_id", `must contain the service id ${expected.serviceId} of this business`);
  }
  if (expected.number !== undefined && number !== expected.number) {
    report(place, "irn_number", `must begin with ${expected.number}, the letters and digits of the number`);
  }
  const wanted = expected.issueDate?.replaceAll("-", "");
  if (wanted !== undefined && day !== wanted) {
    report(place, "irn_date", `must end in ${wanted}, the issue date`);
  }
  return { number, serviceId, day };
}
