import { isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import { parseDecimal } from "../../../service/src/platform/values/money.ts";
import { ApiFailure, type FieldError } from "../data/api.ts";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/editor.ts";
import { plain } from "../ui/decimals.ts";
import type { DocumentForm } from "./document-form.ts";
import { type LineForm, linesToSend } from "./lines/line-form.ts";

type Options = {
  needsCustomer: boolean;
  dates: Readonly<Record<string, string>>;
  /** What is wrong with fields that only this form has. */
  further?: readonly FieldError[];
};

/**
 * What is missing or unreadable, in the words of the page and before anything is sent. Whether all else is right, only
 * the service knows.
 */
export function checkDocument(
  form: DocumentForm,
  { needsCustomer, dates, further = [] }: Options,
): ApiFailure | undefined {
  const errors: FieldError[] = [];
  if (needsCustomer && !form.customer) errors.push({ field: "customer_id", message: texts.missing.customer });
  for (const [field, date] of Object.entries(dates))
    if (date !== "" && !isCalendarDate(date)) errors.push({ field, message: texts.missing.date });
  errors.push(...further);
  linesToSend(form.lines).forEach((line, index) => {
    for (const [name, message] of checkLine(line)) errors.push({ field: `lines[${index}].${name}`, message });
  });
  return errors.length === 0 ? undefined : new ApiFailure(422, "validation", dashboardTexts.fix, { errors });
}

function* checkLine(line: LineForm): Generator<[name: string, message: string]> {
  const { productId, description, quantity, unitPrice, taxRate } = line;
  const number = (text: string) => parseDecimal(plain(text));
  if (productId === null && description.trim() === "") yield ["description", texts.missing.description];
  if (!number(quantity)?.gt(0)) yield ["quantity", texts.missing.quantity];
  const isPriced = productId !== null && unitPrice.trim() === "";
  if (!isPriced && !number(unitPrice)?.gte(0)) yield ["unit_price", texts.missing.price];
  const rate = taxRate.trim() === "" ? undefined : (number(taxRate) ?? null);
  if (rate === null || rate?.lt(0) || rate?.gt(100)) yield ["tax_rate", texts.missing.rate];
}
