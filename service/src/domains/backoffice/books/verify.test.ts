import { createHash, generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVerifier, type Verified } from "../../../../../sdk/verify-books.mjs";
import {
  createComparison,
  type KeptCheckpoint,
  readCheckpoint,
} from "../../../../../sdk/verify-checkpoint.mjs";
import { createRecomputation } from "../../../../../sdk/verify-totals.mjs";
import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestCompany, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import { systemChange } from "../../tenancy/companies/service.ts";
import { emit } from "../../webhooks/events/service.ts";
import { signCheckpoints } from "./service.ts";

let service: TestService;
let database: FreshDatabase;
let company: TestCompany;
let lines: string[];
beforeAll(async () => {
  // A pass goes over all companies, so it would disturb the tests of others.
  database = await migratedDatabase();
  service = await startService({ env: { DATABASE_URL: database.connectionString } });
  company = await companyWithHistory();
  await signCheckpoints(service.context);
  lines = await exported();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function done(operation: string, body?: object) {
  const reply = await company.call(operation, body === undefined ? {} : { body });
  expect([operation, reply.status < 300, reply.text]).toEqual([operation, true, reply.text]);
  return reply.body;
}

/** One of everything that concerns money. */
async function companyWithHistory(): Promise<TestCompany> {
  company = await service.company();
  const customer_id = await company.customer();
  const items = [
    { description: "Work", quantity: "0.75", unit_price: 98.5, tax_rate: 19 },
    { description: "Parts", quantity: 3, unit_price: 10.555, tax_rate: 7.5, discounts: [{ percent: 10 }] },
  ];
  const issued = async (fields: object = {}) => {
    const { invoice } = await done("POST /invoices", { customer_id, lines: items, ...fields });
    return (await done(`POST /invoices/${invoice.id}/issue`)).invoice;
  };
  const [first, second, third, yen] = [
    await issued({ discounts: [{ amount: 5 }], charges: [{ amount: 2 }] }),
    await issued(),
    await issued({ prices_include_tax: true }),
    await issued({ currency: "JPY" }),
  ];
  await issued({ currency: "USD", exchange_rate: 1533.217, withholding: { rate: 5 } });
  await issued({ prices_include_tax: true, discounts: [{ percent: 7.5 }], charges: [{ amount: 1.01 }] });
  await issued({
    discounts: [{ percent: 3 }, { amount: 1.23 }],
    lines: [19, 7.5, 19].map((tax_rate, place) => ({
      description: "Part",
      quantity: "1.37",
      unit_price: 33.335 + place,
      tax_rate,
      discounts: [{ percent: 12.5 }],
      charges: [{ amount: 0.99 }, { percent: 1 }],
    })),
  });
  await done("POST /payments", { invoice_id: first.id, amount: 20, method: "cash" });
  await done("POST /payments", { invoice_id: yen.id, amount: yen.total, method: "cash" });
  const { payment } = await done("POST /payments", { invoice_id: second.id, amount: 30, method: "cash" });
  await done(`POST /payments/${payment.id}/reverse`, { reason: "mistake" });
  const unallocated = await company.recordPayment(50);
  const json = JSON.stringify((await done(`GET /payments/${unallocated}`)).payment);
  // The gateway's own path, which the harness leaves out, emits it.
  await inTransaction(service.context.db, async (tx) =>
    emit(await systemChange(tx, company.id, service.clock), "payment.recorded", json),
  );
  await done(`POST /payments/${unallocated}/allocate`, { invoice_id: second.id, amount: 40 });
  const paid = await done("POST /payments", { invoice_id: third.id, amount: third.total, method: "cash" });
  for (const amount of [1.5, 2.25]) await done(`POST /payments/${paid.payment.id}/refund`, { amount });
  const page = `${service.url}/i/in_${company.id}_${third.portal_token.slice(3)}`;
  await fetch(page, { headers: { "user-agent": "Mozilla/5.0 (Linux; Android 14) Chrome/131.0" } });
  for (let count = 0; count < 3; count++) {
    const { sale } = await done("POST /sales", { customer_id, lines: items });
    if (count === 1) await done(`POST /sales/${sale.id}/invoice`);
    const { quote } = await done("POST /quotes", { customer_id, lines: items });
    await done(`PATCH /quotes/${quote.id}`, { notes: "Changed" });
  }
  const { credit_note } = await done(`POST /invoices/${third.id}/credit_notes`, {
    lines: [{ description: "Back", quantity: 1, unit_price: 10, tax_rate: 19 }],
  });
  await done(`POST /credit_notes/${credit_note.id}/apply`, { invoice_id: first.id, amount: 5 });
  await done(`POST /invoices/${first.id}/write_off`);
  const { id } = await company.draft();
  await done(`DELETE /invoices/${id}`);
  for (const invoice of [first, second, third, yen])
    expect((await company.call(`GET /invoices/${invoice.id}.pdf`)).status).toBe(200);
  return company;
}

const exported = async () => (await company.call("GET /books/export")).text.trimEnd().split("\n");

function verified(all: readonly string[]): Verified {
  const verifier = createVerifier();
  for (const line of all) verifier.line(line);
  return verifier.finish();
}

const parsed = (all: readonly string[]) => all.map((line) => JSON.parse(line));
const positionsOf = (type: string) =>
  lines.flatMap((line, at) => (line.startsWith(`{"type":"${type}"`) ? [at] : []));

/** With one line changed. */
function changed(at: number, change: (line: Record<string, string & number>) => object): string[] {
  return lines.map((line, place) => {
    if (place !== at) return line;
    const entry = JSON.parse(line);
    return JSON.stringify({ ...entry, ...change(entry) });
  });
}

const sha256 = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest("hex");

/** As somebody would who can compute the chain again, but has not the key of the checkpoints. */
function chainedAgain(all: readonly string[]): string[] {
  let previous = "0".repeat(64);
  return parsed(all).map((line) => {
    if (line.type !== "event") return JSON.stringify(line);
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(BigInt(line.sequence));
    const body_hash = sha256(Buffer.from(line.salt, "hex"), Buffer.from(line.body));
    previous = sha256(Buffer.from(previous, "hex"), number, Buffer.from(body_hash, "hex"));
    return JSON.stringify({ ...line, body_hash, hash: previous });
  });
}

/** As somebody would who knows how documents are chained, but has not the key that signs the end. */
function documentsChainedAgain(all: readonly string[]): string[] {
  let hash = "0".repeat(64);
  let documents = 0;
  return parsed(all).map((line) => {
    if (line.type === "end") return JSON.stringify({ ...line, documents, documents_hash: hash });
    if (line.type !== "document") return JSON.stringify(line);
    documents++;
    const text = [line.sha256, line.kind, line.record_id, line.given_out_at].join("\n");
    hash = sha256(Buffer.from(hash, "hex"), Buffer.from(text));
    return JSON.stringify({ ...line, hash });
  });
}

const namesOf = ({ found }: Pick<Verified, "found">) =>
  found.map(({ where, what }) => `${where}: ${what}`).join("\n");
const eventWith = (text: string) => {
  const at = lines.findIndex(
    (line) => line.startsWith('{"type":"event"') && JSON.parse(line).body.includes(text),
  );
  return { at, sequence: JSON.parse(lines[at]!).sequence as number };
};

function recomputed(all: readonly string[]) {
  const recomputation = createRecomputation();
  for (const line of all) recomputation.line(line);
  return recomputation.finish();
}

test("every amount of every document can be recomputed from the file", () => {
  const result = recomputed(lines);
  expect(namesOf(result)).toBe("");
  expect(result.documents).toBeGreaterThan(15);
});

test("any amount of a document that was changed is named, although its chain fits", () => {
  const names = new Set<string>();
  for (const at of positionsOf("event")) {
    const line = JSON.parse(lines[at]!);
    const event = JSON.parse(line.body);
    if (!/^(invoice|credit_note)\.issued/.test(event.type)) continue;
    const tampered = (change: (object: typeof event.data.object) => void) => {
      const copy = structuredClone(event);
      change(copy.data.object);
      return namesOf(recomputed([JSON.stringify({ ...line, body: JSON.stringify(copy) })]));
    };
    const documentFields = ["subtotal", "discount_total", "charge_total", "tax_total", "total"]
      .concat("withholding_amount", event.data.object.exchange_rate === null ? [] : ["total_accounting"])
      .filter((field) => event.data.object[field] !== undefined);
    for (const field of documentFields) {
      const found = tampered((object) => {
        object[field] += 1;
      });
      expect(found).toContain(`event ${line.sequence}: ${field} of ${event.data.object.number} is`);
      names.add(field);
    }
    for (const field of ["gross", "discount", "charge", "net", "tax", "total"]) {
      const found = tampered((object) => {
        object.lines[0][`${field}_amount`] += 1;
      });
      expect(found).toContain(`lines[0].${field}_amount of ${event.data.object.number}`);
    }
    for (const field of ["taxable_amount", "tax_amount"]) {
      const found = tampered((object) => {
        object.taxes[0][field] += 1;
      });
      expect(found).toContain(`taxes[0].${field} of `);
    }
    // A cent that moves from one line to another leaves all sums as they were.
    if (event.data.object.lines.length > 1 && event.data.object.currency !== "JPY")
      expect(
        tampered(({ lines: [one, other] }) => {
          one.tax_amount = Math.round(one.tax_amount * 100 + 1) / 100;
          other.tax_amount = Math.round(other.tax_amount * 100 - 1) / 100;
        }),
      ).toContain("lines[1].tax_amount of ");
  }
  expect([...names]).toEqual(expect.arrayContaining(["withholding_amount", "total_accounting"]));
});

test("books that nobody touched are verified, with every kind of change of money in them", () => {
  const result = verified(lines);
  expect(namesOf(result)).toBe("");
  expect(result).toMatchObject({ company_id: company.id, failures: 0, checkpoints: 1 });
  expect(result.events).toBeGreaterThan(20);
});

describe("an export that continues another in the same file", () => {
  const continued = async (after: number) =>
    (await company.call(`GET /books/export?after=${after}`)).text.trimEnd().split("\n");

  test("is verified with it as a whole, after any event, whether the first was cut off or had been all", async () => {
    const { last, events } = verified(lines);
    for (const at of positionsOf("event")) {
      const { sequence } = JSON.parse(lines[at]!);
      const result = verified([...lines.slice(0, at + 1), ...(await continued(sequence))]);
      expect(namesOf(result)).toBe("");
      expect(result).toMatchObject({ events, last, failures: 0 });
    }
    expect(namesOf(verified([...lines, ...(await continued(last))]))).toBe("");
  });

  test("must begin where the first ended, with its hash, of the same company, and be whole", async () => {
    const [at] = positionsOf("event");
    const first = lines.slice(0, at! + 3);
    expect(namesOf(verified([...first, ...(await continued(4))]))).toContain(
      "books: after is 4 and should be 3",
    );
    const [header, ...rest] = await continued(3);
    const withHeader = (change: object) => [
      ...first,
      JSON.stringify({ ...JSON.parse(header!), ...change }),
      ...rest,
    ];
    expect(namesOf(verified(withHeader({ company_id: 77 })))).toContain("books: company_id is 77");
    expect(namesOf(verified(withHeader({ previous_hash: "0".repeat(64) })))).toContain(
      "books: previous_hash",
    );
    expect(() => verified(withHeader({ format: 2 }))).toThrow("format 1");
    expect(namesOf(verified(withHeader({}).slice(0, -1)))).toContain("end: number of events");
    expect(namesOf(verified([...lines, lines.at(-2)!]))).toContain("comes after the end");
  });
});

test("the scripts are short enough to be read by who relies on them, and need nothing but Node", () => {
  for (const name of ["verify-books", "verify-checkpoint", "verify-totals"]) {
    const text = readFileSync(new URL(`../../../../../sdk/${name}.mjs`, import.meta.url), "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
    for (const [, from] of text.matchAll(/^import .* from "(.*)";$/gm)) expect(from).toMatch(/^node:/);
  }
});

describe("a checkpoint that was kept", () => {
  const kept = () => {
    const [key, checkpoint] = [positionsOf("key")[0]!, positionsOf("checkpoint")[0]!].map((at) =>
      JSON.parse(lines[at]!),
    );
    const { type: _, ...rest } = checkpoint;
    return { company_id: company.id, ...rest, public_key: key.public_key } as KeptCheckpoint;
  };
  const compared = (all: readonly string[], ...checkpoints: KeptCheckpoint[]) => {
    const comparison = createComparison(checkpoints);
    for (const line of all) comparison.line(line);
    return namesOf({ found: [...verified(all).found, ...comparison.finish()] });
  };

  test("is read from the text around it, and fits the export", () => {
    const text = `Keep this:\r\n\r\n${JSON.stringify(kept(), null, 2)}\r\n\r\nTo use it, …`;
    expect(readCheckpoint(text)).toEqual(kept());
    expect(compared(lines, readCheckpoint(text), kept())).toBe("");
    for (const name of Object.keys(kept()))
      expect(() => readCheckpoint(JSON.stringify({ ...kept(), [name]: undefined }))).toThrow(/no checkpoint/);
    expect(() => readCheckpoint("hello")).toThrow(/no checkpoint/);
  });

  test("finds a chain that was computed again, also where the file has no checkpoints", () => {
    const { at } = eventWith("Acme");
    const again = chainedAgain(
      changed(at, (line) => ({ body: String(line.body).replaceAll("Acme", "Acne") })),
    ).filter((line) => !line.startsWith('{"type":"checkpoint"'));
    expect(compared(again)).toBe("end: the signature does not fit");
    const { sequence, hash } = kept();
    const found = compared(again, kept());
    expect(found).toMatch(
      new RegExp(`kept checkpoint ${sequence}: hash of event ${sequence} in the file is`),
    );
    expect(found).toContain(`should be ${hash}`);
  });

  test("is named if it was forged, is of another company or key, or its event is not in the file", () => {
    const { sequence } = kept();
    const named = (change: Partial<KeptCheckpoint>) => compared(lines, { ...kept(), ...change });
    expect(named({ signed_at: "2026-01-01T00:00:00.000Z" })).toBe(
      `kept checkpoint ${sequence}: its own signature does not fit`,
    );
    expect(named({ company_id: 77 })).toContain(`company_id in the file is ${company.id} and should be 77`);
    expect(named({ sequence: sequence + 1 })).toContain(`event ${sequence + 1} is not in the file`);
    const { publicKey } = generateKeyPairSync("ed25519");
    const public_key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    expect(named({ public_key })).toContain("public key 1 in the file is");
  });

  test("finds documents that were chained again, or left out", () => {
    const { sequence, documents } = kept();
    expect(documents).toBe(4);
    const documentLine = (line: string) => line.startsWith('{"type":"document"');
    const last = positionsOf("document").at(-1)!;
    const again = documentsChainedAgain(changed(last, () => ({ sha256: "f".repeat(64) })));
    expect(compared(again, kept())).toContain(
      `kept checkpoint ${sequence}: hash of document 4 in the file is`,
    );
    const fewer = documentsChainedAgain(lines.filter((line, at) => !documentLine(line) || at !== last));
    expect(compared(fewer, kept())).toContain(`kept checkpoint ${sequence}: document 4 is not in the file`);
  });

  test("fits a continuation that begins at its event, and not one that begins later", async () => {
    const { sequence } = kept();
    const { text } = await company.call(`GET /books/export?after=${sequence}`);
    expect(compared(text.trimEnd().split("\n"), kept())).toBe("");
    expect(compared(text.trimEnd().split("\n"), { ...kept(), sequence: 1 })).toContain(
      "event 1 is not in the file",
    );
  });
});

describe("in the file, it is found and named", () => {
  const body = (from: string, to: string) => ({
    at: () => eventWith(from).at,
    change: (line: { body: string }) => ({ body: line.body.replace(from, to) }),
  });
  test.each([
    ["an amount", body('"amount_due":', '"amount_due":1'), /body_hash is/],
    ["a number", body("INV-000002", "INV-000009"), /body_hash is/],
    ["a name", body("Acme", "Acne"), /body_hash is/],
  ])("%s that was changed", (_, { at, change }, expected) => {
    const place = at();
    const { sequence } = JSON.parse(lines[place]!);
    const result = verified(changed(place, change as never));
    expect(namesOf(result)).toMatch(new RegExp(`event ${sequence}: ${expected.source}`));
  });

  test.each(["salt", "body_hash", "hash"])("the %s of any event", (field) => {
    for (const at of positionsOf("event")) {
      const flip = (text: string) => (text.startsWith("0") ? "1" : "0") + text.slice(1);
      const { sequence } = JSON.parse(lines[at]!);
      const result = verified(changed(at, (line) => ({ [field]: flip(line[field]!) })));
      expect(namesOf(result)).toContain(`event ${sequence}: `);
    }
  });

  test("any event that was deleted, doubled or moved", () => {
    for (const at of positionsOf("event")) {
      const { sequence } = JSON.parse(lines[at]!);
      expect(namesOf(verified(lines.toSpliced(at, 1)))).toMatch(/comes after event|sequence of the last/);
      expect(namesOf(verified(lines.toSpliced(at, 0, lines[at]!)))).toContain(
        `event ${sequence}: comes after event ${sequence}`,
      );
      if (!lines[at + 1]!.startsWith('{"type":"event"')) continue;
      const moved = lines.toSpliced(at, 2, lines[at + 1]!, lines[at]!);
      expect(namesOf(verified(moved))).toContain(`event ${sequence + 1}: comes after event ${sequence - 1}`);
    }
  });

  test.each(["hash", "signature", "signed_at", "sequence"])("the %s of a checkpoint", (field) => {
    const [at] = positionsOf("checkpoint");
    const other: Record<string, unknown> = {
      hash: "0".repeat(64),
      signature: Buffer.alloc(64).toString("base64"),
      signed_at: "2026-01-01T00:00:00.000Z",
      sequence: 1,
    };
    const result = verified(changed(at!, () => ({ [field]: other[field] })));
    expect(namesOf(result)).toMatch(/checkpoint \d+: the signature does not fit/);
  });

  describe("a hash of a document", () => {
    const other: Record<string, unknown> = {
      sha256: "0".repeat(64),
      kind: "quote",
      record_id: 999,
      given_out_at: "2026-01-01T00:00:00.000Z",
      hash: "0".repeat(64),
    };
    const lineOf = (at: number) => JSON.parse(lines[at]!) as { kind: string; record_id: number };
    const whereOf = (at: number) => `document ${lineOf(at).kind} ${lineOf(at).record_id}`;
    /** Whatever was done to the lines is found by both signatures too, if the chain was computed again. */
    const expectUnsigned = (all: readonly string[], isCovered = true) => {
      const again = documentsChainedAgain(all);
      if (isCovered)
        expect(namesOf(verified(again))).toMatch(/hash, by a checkpoint,|of a checkpoint is missing/);
      const withoutCheckpoint = again.filter((line) => !line.startsWith('{"type":"checkpoint"'));
      expect(namesOf(verified(withoutCheckpoint))).toBe("end: the signature does not fit");
    };

    test.each(Object.keys(other))("whose %s was changed", (field) => {
      for (const at of positionsOf("document")) {
        const tampered = changed(at, () => ({ [field]: other[field] }));
        const { kind, record_id } = JSON.parse(tampered[at]!);
        expect(namesOf(verified(tampered))).toContain(`document ${kind} ${record_id}: hash is`);
        if (field !== "hash") expectUnsigned(tampered);
      }
    });

    test("that was deleted, inserted or moved", () => {
      const places = positionsOf("document");
      expect(places).toHaveLength(4);
      for (const at of places) {
        const deleted = lines.toSpliced(at, 1);
        const next = at === places.at(-1) ? "end: number of documents is 3" : `${whereOf(at + 1)}: hash is`;
        expect(namesOf(verified(deleted))).toContain(next);
        const inserted = lines.toSpliced(at, 0, lines[at]!);
        expect(namesOf(verified(inserted))).toContain(`${whereOf(at)}: hash is`);
        expectUnsigned(deleted);
        // The same line once more comes after all that the checkpoint covers.
        expectUnsigned(inserted, at !== places.at(-1));
        if (at === places.at(-1)) continue;
        const moved = lines.toSpliced(at, 2, lines[at + 1]!, lines[at]!);
        expect(namesOf(verified(moved))).toContain(`${whereOf(at + 1)}: hash is`);
        expectUnsigned(moved);
      }
      expectUnsigned(lines.filter((line) => !line.startsWith('{"type":"document"')));
    });
  });

  test.each(["events", "documents", "documents_hash", "signed_at", "key_id", "signature"])(
    "the %s of the end, or that it has none",
    (field) => {
      const at = lines.length - 1;
      expect(namesOf(verified(changed(at, ({ [field]: value }) => ({ [field]: `0${value}` }))))).toMatch(
        /^end: /,
      );
      expect(namesOf(verified(changed(at, () => ({ [field]: undefined }))))).toMatch(/^end: /);
    },
  );

  test("events after the last checkpoint that were cut off, by the signature of the end", () => {
    const at = positionsOf("event").at(-1)!;
    const { sequence: last } = JSON.parse(lines[at]!);
    const cut = parsed(lines.toSpliced(at, 1)).filter(({ type }) => type !== "checkpoint");
    const header = { ...cut[0], last: last - 1 };
    const end = { ...cut.at(-1), events: last - 1 };
    const all = [header, ...cut.slice(1, -1), end].map((line) => JSON.stringify(line));
    expect(namesOf(verified(all))).toBe("end: the signature does not fit");
  });

  test("a chain that was computed again, by the checkpoint", () => {
    const { at } = eventWith("INV-000002");
    const again = chainedAgain(
      changed(at, (line) => ({ body: String(line.body).replace("INV-000002", "INV-000009") })),
    );
    const { last } = verified(lines);
    expect(namesOf(verified(again))).toContain(`event ${last}: hash, by its checkpoint,`);
  });

  test("what contradicts itself, although its chain fits", () => {
    for (const [from, to, expected] of [
      [
        '"number":"INV-000002"',
        '"number":"INV-000009"',
        "number INV-000009 does not follow 1 of the series INV-",
      ],
      ['"amount_paid":20', '"amount_paid":21', "amount_paid of INV-000001 is 21 and should be 20"],
      ['"total":', '"total":1', "total of "],
      ['"quantity":0.75', '"quantity":0.85', "gross_amount of line 1 of "],
      [
        '"number":"SO-000002"',
        '"number":"SO-000003"',
        "number SO-000003 does not follow 1 of the series SO-",
      ],
      ['"number":"QUO-000002"', '"number":"QUO-000001"', "number QUO-000001 does not follow 1 of the series"],
      ['"amount":2.25', '"amount":2.26', "amount_refunded of payment"],
      ['"amount_refunded":3.75', '"amount_refunded":3.5', "amount_refunded of payment"],
    ] as const) {
      const { at, sequence } = eventWith(from);
      const again = chainedAgain(changed(at, (line) => ({ body: String(line.body).replace(from, to) })));
      const result = verified(again.filter((line) => !line.startsWith('{"type":"checkpoint"')));
      expect(namesOf(result)).toContain(`event ${sequence}: ${expected}`);
    }
  });

  test("what was refunded of an invoice, by the payments that were", () => {
    const at = lines.findIndex((line) => line.includes("invoice.viewed"));
    const [from, to] = ['"amount_refunded":3.75', '"amount_refunded":3.5'];
    expect(lines[at]).toContain(from.replaceAll('"', '\\"'));
    const again = chainedAgain(changed(at, (line) => ({ body: String(line.body).replace(from, to) })));
    expect(namesOf(verified(again))).toContain("amount_refunded of INV-000003 is 3.5 and should be 3.75");
  });

  test("a file that was cut off, or has no header", () => {
    expect(namesOf(verified(lines.slice(0, -1)))).toContain("end: number of events");
    expect(() => verified(lines.slice(1))).toThrow("it does not begin with a header");
  });

  test("any character of any event that is changed", () => {
    const events = positionsOf("event");
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom("0", "7", "x"), (event, place, letter) => {
        const at = events[event % events.length]!;
        const { body } = JSON.parse(lines[at]!) as { body: string };
        const position = place % body.length;
        if (body[position] === letter) return;
        const other = body.slice(0, position) + letter + body.slice(position + 1);
        expect(verified(changed(at, () => ({ body: other }))).failures).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe("in the database, it is found and named", () => {
  /** Changes rows, exports, and changes them back. */
  async function tampered(sql: string): Promise<string> {
    const { db } = service.context;
    const before = await db.query("select * from events where company_id = $1 order by sequence", [
      company.id,
    ]);
    await db.query(sql, [company.id]);
    const found = namesOf(verified(await exported()));
    await db.query("delete from events where company_id = $1", [company.id]);
    for (const row of before) {
      const names = Object.keys(row as object);
      const places = names.map((_, index) => `$${index + 1}`);
      await db.query(`insert into events (${names}) values (${places})`, Object.values(row as object));
    }
    return found;
  }

  test.each([
    [
      "a body",
      "update events set body = replace(body, '98.5', '98.4') where company_id = $1 and sequence = 2",
      /event 2: body_hash/,
    ],
    [
      "a hash",
      "update events set hash = sha256(hash) where company_id = $1 and sequence = 4",
      /event 4: hash is/,
    ],
    [
      "a deleted event",
      "delete from events where company_id = $1 and sequence = 3",
      /event 4: comes after event 2/,
    ],
    [
      "an inserted event",
      `with moved as (delete from events where company_id = $1 and sequence > 2 returning *)
       insert into events select company_id, sequence + 1, type, created_at, body, salt, body_hash, hash from (select * from moved order by sequence) m
       union all select company_id, 3, type, created_at, body, salt, body_hash, hash from events where company_id = $1 and sequence = 2`,
      /event 3: [\s\S]*event 4: /,
    ],
    [
      "two events that changed places",
      "update events v set body = o.body, salt = o.salt, body_hash = o.body_hash from events o where v.company_id = $1 and o.company_id = $1 and v.sequence in (5, 6) and o.sequence = 11 - v.sequence",
      /event 5: hash is[\s\S]*event 6: hash is/,
    ],
  ])("%s", async (_, sql, expected) => {
    expect(await tampered(sql)).toMatch(expected);
    expect(namesOf(verified(await exported()))).toBe("");
  });
});
