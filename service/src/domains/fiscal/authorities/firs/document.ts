import { Big } from "big.js";
import { isEmail } from "../../../../platform/values/email.ts";
import { toPlain } from "../../../../platform/values/money.ts";
import {
  type CanonicalDocument,
  type CanonicalLine,
  type CanonicalParty,
  taxExclusive,
} from "../../canonical/canonical.ts";
import { itemText } from "../../ubl/line.ts";
import { clean } from "../../ubl/xml.ts";
import { type FiscalAccount, settingOf } from "../port.ts";

/** An invoice in the format of FIRS: UBL as JSON, without a number if the authority assigns it. */
export function firsDocument(document: CanonicalDocument, account: FiscalAccount, irn?: string): object {
  const { type, issue_date, due_date, currency, supplier, customer, preceding } = document;
  return {
    business_id: settingOf(account, "business_id"),
    irn,
    issue_date,
    due_date: due_date ?? undefined,
    invoice_type_code: typeCodes[type],
    invoice_kind: kinds[customer.kind],
    payment_status: "PENDING",
    note: textFrom(document.notes, 1000),
    order_reference: textFrom(document.order_reference ?? null, 50),
    document_currency_code: currency,
    // The guide calls it optional, but the authority requires it. Tax amounts are in the invoice's currency.
    tax_currency_code: currency,
    billing_reference: preceding ? [{ irn: preceding.irn, issue_date: preceding.issue_date }] : undefined,
    accounting_supplier_party: partyOf(supplier),
    accounting_customer_party: partyOf(customer),
    allowance_charge: document.allowances?.map(({ is_charge, amount }) => {
      return { charge_indicator: is_charge, amount: number(amount) };
    }),
    tax_total: [{ tax_amount: number(document.tax_total), tax_subtotal: document.taxes.map(subtotalOf) }],
    legal_monetary_total: {
      line_extension_amount: number(document.subtotal),
      tax_exclusive_amount: number(taxExclusive(document)),
      tax_inclusive_amount: number(document.total),
      payable_amount: number(document.total),
    },
    invoice_line: document.lines.map((line) => lineOf(line, currency)),
  };
}

/** FIRS uses 381 for an invoice and 380 for a credit note, the reverse of the standard. */
export const typeCodes = { invoice: "381", credit_note: "380" } as const;

/**
 * The authority's codes for our tax categories; a category without a code cannot be registered. The tables are fixed,
 * although the authority publishes its lists: a document must be identical each time it is sent, or its duplicate would
 * not be recognised. `check` compares them with the lists when the integration is configured.
 */
export const taxWords: Readonly<Record<string, string>> = {
  S: "STANDARD_VAT",
  Z: "ZERO_VAT",
  E: "EXEMPTED",
  G: "ZERO_VAT",
  O: "EXEMPTED",
};

const kinds = { business: "B2B", consumer: "B2C", government: "B2G" } as const;

/** Our amounts have few enough digits to be exact as doubles (see platform/values/money.ts). */
const number = (amount: string) => Number(amount);

function subtotalOf({ category, rate, taxable_amount, tax_amount }: CanonicalDocument["taxes"][number]) {
  return {
    taxable_amount: number(taxable_amount),
    tax_amount: number(tax_amount),
    tax_category: { id: taxWords[category], percent: number(rate) },
  };
}

function partyOf(party: CanonicalParty): object {
  const { line1, line2, city, postal_code, country } = party.address;
  const isPlace = [line1, city, country].every((part) => clean(part) !== null);
  return {
    party_name: textFrom(party.name, 300),
    tin: taxNumberOf(party),
    email: party.email !== null && isEmail(party.email) ? party.email : undefined,
    telephone: phoneOf(party.phone),
    // A consumer need not have an address, but an incomplete one is refused.
    postal_address: isPlace
      ? {
          street_name: textFrom([line1, line2].map(clean).filter(Boolean).join(", "), 1000),
          city_name: textFrom(city, 200),
          postal_zone: textFrom(postal_code, 40),
          country,
        }
      : undefined,
  };
}

/** A buyer without a tax number is identified by the registration number, prefixed with RN. */
export function taxNumberOf({ tax_id, registration_number, kind }: CanonicalParty): string | undefined {
  const own = textFrom(tax_id, 30);
  if (own !== undefined || kind === "consumer") return own;
  const registered = registration_number?.replace(/[^A-Za-z0-9]/g, "").slice(0, 15);
  return registered ? `RN-${registered}` : undefined;
}

/** An optional field that must start with the country code. */
function phoneOf(phone: string | null): string | undefined {
  const digits = phone?.replace(/[\s()./-]/g, "");
  return digits && /^\+\d{7,15}$/.test(digits) ? digits : undefined;
}

function lineOf(line: CanonicalLine, currency: string): object {
  const { name, description } = itemText(line.description);
  // Each code needs a category; the first words of the line are the only one available.
  const goods = line.hs_code && { hsn_code: line.hs_code.trim(), product_category: name };
  const service = line.service_code && { isic_code: line.service_code.trim(), service_category: name };
  return {
    ...goods,
    ...service,
    invoiced_quantity: number(line.quantity),
    line_extension_amount: number(line.net_amount),
    discount_amount: allowanceTotal(line, false),
    fee_amount: allowanceTotal(line, true),
    item: { name, description: description ?? undefined },
    price: {
      price_amount: number(line.unit_price),
      base_quantity: number(line.price_quantity ?? "1"),
      price_unit: `${currency} per ${line.unit_code === "C62" ? "1" : line.unit_code}`,
    },
  };
}

/** The format has one amount for all discounts of a line, and one for all charges; undefined if there are none. */
function allowanceTotal({ allowances = [] }: CanonicalLine, isCharge: boolean): number | undefined {
  const amounts = allowances.filter(({ is_charge }) => is_charge === isCharge).map(({ amount }) => amount);
  if (amounts.length === 0) return undefined;
  return number(toPlain(amounts.reduce((sum, amount) => sum.plus(amount), new Big("0"))));
}

function textFrom(text: string | null, most: number): string | undefined {
  return clean(text)?.slice(0, most).toWellFormed();
}
