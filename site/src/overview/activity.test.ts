import { describe, expect, test } from "vitest";
import { eventTypes } from "../../../service/src/contract/event-types.ts";
import { authorOf, sentenceOf } from "./activity.ts";
import type { ActivityEntry } from "./overview.ts";

const nothing = {
  id: null,
  number: null,
  name: null,
  reference: null,
  amount: null,
  currency: null,
  customer: null,
  invoice_id: null,
  invoice_number: null,
  url: null,
};

const entry = (type: string, record: Partial<ActivityEntry["record"]> = {}): ActivityEntry => ({
  id: "evt_1_1",
  type,
  created_at: "2026-11-15T09:30:00.000Z",
  actor: { type: "user", id: "3", name: "Ada Obi" },
  record: { ...nothing, ...record },
});

const money = (amount: number, currency: string) => `${currency} ${amount}`;
const read = (event: ActivityEntry) => {
  const { before, record, after } = sentenceOf(event, money)!;
  return before + record + after;
};

describe("a sentence about an event", () => {
  test("names customer, amount and record, and links to the record", () => {
    const issued = entry("invoice.issued", {
      id: 7,
      number: "INV-000007",
      amount: 500,
      currency: "NGN",
      customer: "Adunni Obi",
    });
    expect(read(issued)).toBe("Issued INV-000007 for NGN 500 to Adunni Obi");
    expect(sentenceOf(issued, money)!.to).toEqual({ to: "/app/invoices/$id", params: { id: "7" } });
  });

  test("about a payment links to its invoice, or to the payment if there is none", () => {
    const paid = { id: 3, amount: 5, currency: "NGN", customer: "Adunni Obi" };
    const forInvoice = entry("payment.recorded", { ...paid, invoice_id: 7, invoice_number: "INV-000007" });
    expect(read(forInvoice)).toBe("Received NGN 5 from Adunni Obi for INV-000007");
    expect(sentenceOf(forInvoice, money)!.to).toMatchObject({ params: { id: "7" } });
    const unasked = entry("payment.recorded", { ...paid, customer: null });
    expect(read(unasked)).toBe("Received NGN 5 for payment 3");
    expect(sentenceOf(unasked, money)!.to).toMatchObject({ to: "/app/payments/$id", params: { id: "3" } });
  });

  test("exists for every type of event, with and without details", () => {
    for (const type of eventTypes) {
      expect(read(entry(type)), type).toMatch(/^\S.*\S$/);
      const full = {
        id: 1,
        number: "N-1",
        name: "Name",
        amount: 1,
        currency: "NGN",
        customer: "C",
        invoice_id: 2,
      };
      expect(read(entry(type, full)), type).not.toMatch(/ {2}|undefined|null/);
    }
    expect(sentenceOf(entry("planet.discovered"), money)).toBeUndefined();
  });
});

test("the author of an event is a person by name, or what acted instead", () => {
  expect(authorOf(entry("invoice.paid"))).toBe("Ada Obi");
  expect(authorOf({ ...entry("invoice.paid"), actor: { type: "key", id: "bf_1", name: null } })).toBe("API");
  expect(authorOf({ ...entry("invoice.paid"), actor: { type: "system", id: null, name: null } })).toBe(
    "Billfold",
  );
});
