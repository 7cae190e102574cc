import { startAuthority } from "billfold-sandbox/authority";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { httpServer } from "../../../../platform/outbound/outbound.fixture.ts";
import { anyTerms, type GivenLine, withPercentages } from "../../ubl/documents.fixture.ts";
import {
  buyer,
  callIn,
  movedTo,
  nigerian,
  onlyDocument,
  planFault,
  register,
  seller,
  startAuthoritySetup,
  submit,
} from "../contract.fixture.ts";
import { firsMbs, sandboxAuthority } from "./authority.ts";
import { firsDocument } from "./document.ts";
import { firsKey } from "./key.ts";
import { firsQr } from "./qr.ts";

describe("the QR code", () => {
  test("contains the document and its owner, readable only by the authority", async () => {
    const setup = await startAuthoritySetup(sandboxAuthority);
    const outcome = await register(setup);
    if (outcome.kind !== "accepted" || outcome.qr === null) throw new Error("it has no QR code");
    expect(outcome.qr).toMatch(/^[A-Za-z0-9+/]{342}==$/);
    expect(await setup.authority.readQr(outcome.qr)).toEqual({
      irn: setup.key,
      made_at: setup.clock.now().getTime() / 1000,
      certificate: setup.account.certificate,
      business_id: setup.account.business_id,
      document: "accepted",
    });
  });

  test("must be possible before a document is handed in", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    const { public_key } = setup.account;
    for (const keys of [
      { public_key: "no key" },
      { certificate: "x".repeat(300) },
      { public_key: setup.account.signing_key! },
      { signing_key: "no key" },
    ]) {
      const call = callIn(setup, { account: keys });
      const auth = { kind: "failed", cause: "auth", mayHaveCommitted: false };
      expect(await firsMbs.submit(call, setup.document, setup.key)).toMatchObject(auth);
    }
    expect(firsQr("x", { baseUrl: "", public_key: public_key! }, setup.clock.now())).toBeUndefined();
    expect(setup.authority.calls()).toEqual([]);
  });
});

describe("the settings", () => {
  test("that belong to another business, or to none, are not taken", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    for (const [account, message] of [
      [{ service_id: "AAAAAAAA" }, /rejected these settings: irn must contain the service id/],
      [{ business_id: "another" }, /rejected these settings: business_id must be/],
      [{ public_key: "no key" }, /can't be used with this public key/],
    ] as const) {
      await expect(firsMbs.check(callIn(setup, { account }))).rejects.toMatchObject({
        code: "integration_error",
        message: expect.stringMatching(message),
      });
    }
  });

  test("are asked for by name when one is missing", () => {
    expect(() => firsMbs.documentKey(nigerian(), { baseUrl: "" })).toThrow(/The setting service_id/);
  });
});

type Reply = [number, unknown];

/** An authority that answers each path in its own way. */
async function authorityOf(answers: Record<string, Reply>): Promise<string> {
  const { url } = await httpServer(({ url: path = "" }, response) => {
    const [status, body] = answers[path.replace(/.*\/invoice\//, "").replace(/\/INV.*/, "")] ?? [200, yes];
    response.writeHead(status).end(JSON.stringify(body));
  });
  return url;
}

const yes = { code: 200, data: { ok: true } };

describe("the real authority", () => {
  test("may say no more than yes, and is then asked what to", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    planFault(setup, "ok_without_irn_after");
    expect(await register(setup)).toMatchObject({ kind: "accepted", irn: setup.key });
    expect(onlyDocument(setup)).toMatchObject({ submissions: 1 });
    const { signing_key: _, ...unsigned } = setup.account;
    const terse = await authorityOf({ confirm: [200, { code: 200, data: { ok: true, irn: setup.key } }] });
    const moved = { ...movedTo(setup, terse), account: { ...unsigned, baseUrl: terse } };
    expect(await submit(moved)).toMatchObject({ kind: "accepted", irn: setup.key, signed: null });
  });

  test("may refuse in any form, and is understood as far as possible", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    const forms: [unknown, object[]][] = [
      [{ message: "TIN is invalid" }, [{ field: null, code: "rejected", message: /: TIN is invalid\.$/ }]],
      [{ error: { public_message: "No." } }, [{ field: null, message: /: No\.$/ }]],
      [{ error: { details: "a  word\n" } }, [{ message: /: a word\.$/ }]],
      [
        { errors: ["one", { path: "due_date", error: "two" }] },
        [{ message: /one/ }, { field: "due_date", message: /two/ }],
      ],
      [{}, [{ message: /it gave no reason/ }]],
    ];
    for (const [body, faults] of forms) {
      const outcome = await submit(movedTo(setup, await authorityOf({ sign: [422, body] })));
      expect(outcome).toMatchObject({ kind: "rejected", isDuplicate: false });
      expect(outcome).toMatchObject({
        faults: faults.map((fault) => ({
          ...fault,
          message: expect.stringMatching((fault as { message: RegExp }).message),
        })),
      });
    }
  });

  test("is asked for a dry run first, and what that refuses is never handed in", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    const validate: Reply = [422, { errors: [{ field: "due_date", message: "is too late" }] }];
    const outcome = await submit(movedTo(setup, await authorityOf({ validate })));
    expect(outcome).toMatchObject({ kind: "rejected", faults: [{ field: "due_date" }] });
    expect(setup.exchanges.map(({ operation }) => operation)).toEqual(["validate"]);
  });

  test.each([402, 404, 418])("refuses to be asked with %i, whatever it says of it", async (status) => {
    const setup = await startAuthoritySetup(firsMbs);
    const url = await authorityOf({ sign: [status, { message: "No" }] });
    expect(await submit(movedTo(setup, url))).toMatchObject({ cause: "protocol", mayHaveCommitted: false });
  });

  test("may call a duplicate by words alone, and not show it yet", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    const sign: Reply = [400, { message: "This invoice already exists" }];
    const confirm: Reply = [400, { message: "Invoice not found" }];
    const outcome = await submit(movedTo(setup, await authorityOf({ sign, confirm })));
    expect(outcome).toMatchObject({ kind: "failed", cause: "unavailable", mayHaveCommitted: true });
  });

  test("may report a duplicate in the validation already, which is no rejection", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    const validate: Reply = [400, { message: "Duplicate IRN: this invoice was already submitted" }];
    const outcome = await submit(movedTo(setup, await authorityOf({ validate, confirm: [404, {}] })));
    expect(outcome).toMatchObject({ kind: "failed", mayHaveCommitted: true });
  });

  test("that does not show what it has under our number is not believed to have ours", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    const sign: Reply = [409, { message: "Duplicate" }];
    const confirm: Reply = [200, { code: 200, data: { ok: true, irn: setup.key } }];
    const url = await authorityOf({ sign, confirm, download: [404, {}] });
    const { signing_key: _, ...unsigned } = setup.account;
    const moved = { ...movedTo(setup, url), account: { ...unsigned, baseUrl: url } };
    const message = expect.stringContaining("does not return its content");
    expect(await submit(moved)).toMatchObject({ kind: "failed", mayHaveCommitted: true, message });
  });

  test("must mean by its codes what we mean", async () => {
    const setup = await startAuthoritySetup(firsMbs);
    const lists: [string, unknown[]][] = [
      [
        "resources/invoice-types",
        [
          { code: "380", value: "Commercial invoice" },
          { code: "381", value: "Credit note" },
        ],
      ],
      ["resources/invoice-types", [{ code: "381", value: "Commercial invoice" }]],
      ["resources/tax-categories", [{ code: "STANDARD_VAT", value: "Value-Added Tax" }]],
    ];
    for (const [list, data] of lists) {
      const url = await authorityOf({ [list]: [200, { code: 200, data }] });
      await expect(firsMbs.check(callIn(movedTo(setup, url)))).rejects.toMatchObject({
        code: "integration_error",
        message: expect.stringMatching(/the code (380|381|ZERO_VAT|EXEMPTED) that/),
      });
    }
    await firsMbs.check(callIn(movedTo(setup, await authorityOf({ "resources/invoice-types": [404, {}] }))));
  });
});

test("whatever has no faults passes the authority's own checks", async () => {
  const authority = await startAuthority({ now: () => new Date("2026-11-15T10:00:00Z") });
  onTestFinished(() => authority.close());
  const business = await authority.registerBusiness({ name: "Ada Stores Ltd", tin: seller.tax_id });
  const headers = {
    "content-type": "application/json",
    "x-api-key": business.api_key,
    "x-api-secret": business.api_secret,
  };
  const own = { baseUrl: authority.url, business_id: business.business_id, service_id: business.service_id };
  await fc.assert(
    fc.asyncProperty(anyLines(), anyCustomer(), fittingTerms(), async (lines, customer, terms) => {
      const document = nigerian({ customer }, lines, terms);
      fc.pre(firsMbs.faults(document, own).length === 0);
      const body = JSON.stringify(firsDocument(document, own, firsKey(document, own)));
      const answer = await fetch(`${authority.url}/api/v1/invoice/validate`, {
        method: "POST",
        headers,
        body,
      });
      expect(await answer.json()).toEqual({ code: 200, data: { ok: true } });
    }),
    { numRuns: 60 },
  );
});

/** With or without discounts, charges and tax in the prices; discounts in percent always fit. */
const fittingTerms = () =>
  fc.option(anyTerms(), { nil: undefined }).map((terms) => terms && withPercentages(terms));

const decimal = (max: number, scale: number) =>
  fc.integer({ min: 1, max }).map((units) => String(units / 10 ** scale));

function anyLines(): fc.Arbitrary<GivenLine[]> {
  const line = fc
    .record({
      quantity: fc.oneof(decimal(40, 0), decimal(999_999, 3)),
      unit_price: fc.oneof(decimal(99_999, 2), decimal(9_999_999, 5)),
      tax_category: fc.constantFrom("S", "S", "Z", "E", "G", "O"),
      description: fc.string({ minLength: 1, maxLength: 400, unit: "binary" }).map((text) => `x${text}`),
      unit_code: fc.constantFrom("C62", "HUR", "KGM"),
      hs_code: fc.option(fc.constantFrom("8471.30", "847130", "1006", "12", "8471.3")),
      isService: fc.boolean(),
    })
    .map(({ isService, ...rest }) => ({
      ...rest,
      ...(isService ? { hs_code: null, service_code: "6201" } : {}),
      tax_rate: rest.tax_category === "S" ? "7.5" : "0",
    }));
  return fc.array(line, { minLength: 1, maxLength: 5 });
}

function anyCustomer() {
  return fc
    .record({
      kind: fc.constantFrom("business" as const, "consumer" as const, "government" as const),
      tax_id: fc.option(fc.constant("87654321-0001")),
      registration_number: fc.option(fc.constantFrom("RC 12345", "BN-9", "")),
      phone: fc.option(fc.constantFrom("+234 (803) 000-0000", "0803", "none", "")),
      email: fc.option(fc.constantFrom("a@b.example", "nobody", "")),
      line1: fc.option(fc.constantFrom("1 Marina", "")),
      city: fc.option(fc.constantFrom("Lagos", " ")),
    })
    .map(({ line1, city, ...rest }) => ({ ...buyer, ...rest, address: { ...buyer.address, line1, city } }));
}
