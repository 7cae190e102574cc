import { describe, expect, test } from "vitest";
import { asyncAuthority } from "../async/authority.ts";
import { lookUp, nigerian, onlyDocument, register, startAuthoritySetup } from "../contract.fixture.ts";
import { firsMbs } from "./authority.ts";
import { contentHash, isIdentifiable, isSameDocument } from "./content.ts";
import { firsDocument } from "./document.ts";

const account = { baseUrl: "", business_id: "b-1", service_id: "15KJ72IS" };
const ours = firsDocument(nigerian(), account, "INV000001-15KJ72IS-20261115");
const reported = () => JSON.parse(JSON.stringify(ours)) as Record<string, Record<string, unknown>>;

test("our fingerprint of a document is the authority's", async () => {
  const setup = await startAuthoritySetup(firsMbs);
  await register(setup);
  const sent = firsDocument(setup.document, setup.account, setup.key);
  expect(contentHash(sent)).toBe(onlyDocument(setup).content_sha256);
});

test.each([firsMbs, asyncAuthority])("amounts with many digits are known again: $name", async (adapter) => {
  const setup = await startAuthoritySetup(adapter);
  const line = { quantity: "1", unit_price: "123456789.123456", tax_rate: "7.5", tax_category: "S" };
  const document = nigerian({}, [line]);
  const many = { ...setup, document };
  const outcome = await register(many);
  expect(outcome).toMatchObject({ kind: "accepted" });
  expect(await lookUp(many)).toMatchObject({ kind: "accepted" });
  expect(await register(many)).toMatchObject({ kind: "accepted" });
  onlyDocument(setup);
});

test("a fingerprint is the same however members are ordered, and another when lines are", () => {
  const { invoice_line, ...rest } = reported();
  const lines = invoice_line as unknown as Record<string, unknown>[];
  const turned = (object: object) => Object.fromEntries(Object.entries(object).toReversed());
  expect(contentHash({ invoice_line: lines.map(turned), ...turned(rest) })).toBe(contentHash(ours));
  expect(contentHash({ ...rest, invoice_line: lines.toReversed() })).not.toBe(contentHash(ours));
  expect(contentHash({ ...ours, note: undefined })).toBe(contentHash(ours));
});

test("a response without a total could be any document", () => {
  expect(isIdentifiable({ legal_monetary_total: { tax_inclusive_amount: 119.59 } })).toBe(true);
  expect(isIdentifiable({ issue_date: "2026-11-15", legal_monetary_total: { payable_amount: 119.59 } })).toBe(
    false,
  );
  expect(isIdentifiable({})).toBe(false);
});

describe("a document is ours", () => {
  test("whether it is returned whole or in part, and in any number format", () => {
    expect(isSameDocument(ours, reported())).toBe(true);
    expect(isSameDocument(ours, {})).toBe(true);
    const totals = { tax_inclusive_amount: "119.590", payable_amount: "119.59" };
    expect(isSameDocument(ours, { legal_monetary_total: totals })).toBe(true);
    expect(isSameDocument(ours, { customer: { party_name: "Bola & Sons", tin: "87654321-0001" } })).toBe(
      true,
    );
  });

  test("also when it is paid, or when an older version of us wrote it otherwise", () => {
    const older = { ...reported(), payment_status: "PAID", note: "Written by hand", invoice_kind: undefined };
    expect(isSameDocument(ours, older)).toBe(true);
    expect(contentHash({ ...ours, payment_status: "PAID" })).toBe(contentHash(ours));
  });

  test.each([
    { issue_date: "2026-11-14" },
    { invoice_type_code: "380" },
    { document_currency_code: "USD" },
    { legal_monetary_total: { tax_inclusive_amount: 119.6 } },
    { legal_monetary_total: { payable_amount: 1 } },
    { legal_monetary_total: { line_extension_amount: 1 } },
    { accounting_customer_party: { party_name: "Somebody Else" } },
    { customer: { tin: "00000000-0001" }, accounting_customer_party: undefined },
    { invoice_line: [] },
    { invoice_line: [{}, {}] },
  ])("but not with %j", (changes) => expect(isSameDocument(ours, { ...reported(), ...changes })).toBe(false));

  test.each<[changes: Record<string, unknown>, isOurs: boolean]>([
    [{ invoiced_quantity: 4 }, false],
    [{ line_extension_amount: 31.68 }, false],
    [{ item: { name: "Rope", description: "Cable\nTwo metres" } }, false],
    [{ item: { name: "Cable", description: "Cable\nThree metres" } }, false],
    [{ invoiced_quantity: "3.0", line_extension_amount: "31.670" }, true],
    [{ hsn_code: "8471.31", price: { price_amount: 10.56 } }, true],
  ])("with %j in a line: %s", (changes, isOurs) => {
    const [first, ...rest] = reported().invoice_line as unknown as Record<string, unknown>[];
    const invoice_line = [{ ...first, ...changes }, ...rest];
    expect(isSameDocument(ours, { ...reported(), invoice_line })).toBe(isOurs);
  });
});
