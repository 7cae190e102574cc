import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reply, startService, type TestCompany, type TestService } from "./harness.ts";
import { contract, type Operation, operations, type Schema, withId } from "./operations.ts";
import { idsFor, makeRecords, type Records } from "./records.ts";

// Faulty references and lists in bodies are the caller's error and never a 500.
let service: TestService;
let ours: TestCompany;
let theirs: TestCompany;
let ourRecords: Records;
let theirRecords: Records;
const nobody = 9_007_199_254_740_991;

beforeAll(async () => {
  service = await startService();
  const company = () => service.company({ primaryEndpoint: true });
  [ours, theirs] = [await company(), await company()];
  [ourRecords, theirRecords] = [await makeRecords(ours, "ours"), await makeRecords(theirs, "theirs")];
});
afterAll(() => service.close());

const resolved = (schema: Schema): Schema =>
  typeof schema.$ref === "string" ? contract.components.schemas[schema.$ref.split("/").pop()!] : schema;

const membersOf = (schema: Schema) =>
  Object.entries((resolved(schema).properties ?? {}) as Record<string, Schema>);

/** Every member of a request body that names a record, written as a path: `lines.product_id`. */
function referencesIn(schema: Schema, path: string[] = []): string[] {
  const inner = membersOf(schema).flatMap(([name, member]) => referencesIn(member, [...path, name]));
  const { items } = resolved(schema);
  if (items) inner.push(...referencesIn(items as Schema, path));
  const name = path.at(-1) ?? "";
  return /_id$/.test(name) && !/^(external|tax|business|service)_id$/.test(name)
    ? [path.join("."), ...inner]
    : inner;
}

const listsIn = (schema: Schema): string[] =>
  membersOf(schema).flatMap(([name, member]) => (resolved(member).items ? [name] : []));

/** The operation's example with the company's own records in it, and with `fields` added or replaced. */
function call(operation: Operation, fields: (line: object) => object): Promise<Reply> {
  const ids = operation.recordPath ? idsFor(ourRecords, operation.recordPath) : [""];
  // The first invoice is a draft, and only an issued one can be credited.
  const id = operation.path === "/invoices/{id}/credit_notes" ? ids[2]! : ids[0]!;
  const line = { description: "Work", quantity: 1, unit_price: 1 };
  const own: Record<string, unknown> = {
    customer_id: idsFor(ourRecords, "/customers/{id}")[0]!,
    lines: [line],
  };
  const names = membersOf(operation.body!.schema).map(([name]) => name);
  const usual = Object.fromEntries(Object.entries(own).filter(([name]) => names.includes(name)));
  const given = fields(line);
  const { invoice_id, ...example } = operation.body!.example as Record<string, unknown>;
  // Allocations stand instead of the one invoice.
  const acted = invoice_id === undefined || "allocations" in given ? {} : { invoice_id };
  return ours.call(withId(operation, id), { body: { ...example, ...acted, ...usual, ...given } });
}

describe("a reference in a body", () => {
  const targets: Record<string, string> = {
    customer_id: "/customers/{id}",
    product_id: "/products/{id}",
    invoice_id: "/invoices/{id}",
    endpoint_id: "/webhooks/endpoints/{id}",
  };
  // A batch refuses such an entry alone: batches.test.ts.
  const references = operations.flatMap((operation) =>
    operation.body && !operation.path.endsWith("/batch")
      ? referencesIn(operation.body.schema).map((path) => ({
          operation,
          path,
          name: path.split(".").at(-1)!,
        }))
      : [],
  );
  type Reference = (typeof references)[number];
  const named = references.map((reference): [string, Reference] => [
    `${reference.operation.name} ${reference.path}`,
    reference,
  ]);
  const refer = ({ operation, path, name }: Reference, value: unknown) =>
    call(operation, (line) => {
      if (path === name) return { [name]: value };
      const [list] = path.split(".") as [string];
      return { [list]: [{ ...(list === "lines" ? line : { amount: 1 }), [name]: value }] };
    });
  const fieldOf = ({ path }: Reference) => path.replace(".", "[0].");
  const seen = ({ status, body: { request_id, ...body } }: Reply) => ({ status, body });

  /** Rows that a test or a replay would create; every change creates an event. */
  const rowsOf = ({ id }: TestCompany) =>
    service.context.db.query(
      `select (select jsonb_agg(v.sequence order by v.sequence) from events v where v.company_id = $1) as events,
         (select jsonb_agg(e order by e.id) from webhook_endpoints e where e.company_id = $1) as endpoints,
         (select jsonb_agg(d order by d.id) from webhook_deliveries d where d.company_id = $1) as deliveries`,
      [id],
    );

  test("is covered by this test for every kind of record", () => {
    expect([...new Set(references.map(({ name }) => name))].sort()).toEqual(Object.keys(targets).sort());
  });

  /** The body names the record to act on, as the path does elsewhere. */
  const isActedOn = ({ name }: Reference) => name === "invoice_id";
  const refusalOf = (reference: Reference) => {
    const message = expect.stringMatching(/^is not an? \w+ of this company$/);
    return isActedOn(reference)
      ? { status: 404, body: { success: false, code: "not_found", error: expect.any(String) } }
      : { status: 422, body: { errors: [{ field: fieldOf(reference), message }] } };
  };

  test.each(named)(
    "to another company's record is refused as one to a record that does not exist: %s",
    async (_name, reference) => {
      const before = await rowsOf(theirs);
      const absent = await refer(reference, nobody);
      expect(absent).toMatchObject(refusalOf(reference));
      expect(absent.body.errors === undefined).toBe(isActedOn(reference));
      for (const theirId of idsFor(theirRecords, targets[reference.name]!)) {
        expect(seen(await refer(reference, theirId))).toEqual(seen(absent));
      }
      expect(await rowsOf(theirs)).toEqual(before);
    },
  );

  const beyond = [-1e16, -1e19, -1e40, -1e300, 1e16, 1e19, 1e40, 1e300];
  const belowOne = [0, -1, -nobody];
  const impossible = [...beyond, 1.5, "1", true, [], {}];
  test.each(named)("that is out of range is 422 with the field: %s", async (_name, reference) => {
    for (const value of isActedOn(reference) ? impossible : [...belowOne, ...impossible]) {
      const { status, body } = await refer(reference, value);
      expect([value, status, body.errors?.map(({ field }: { field: string }) => field)]).toEqual([
        value,
        422,
        [fieldOf(reference)],
      ]);
    }
  });

  const acted = named.filter(([, reference]) => isActedOn(reference));
  test.each(acted)("to the record to act on is 404 also out of range: %s", async (_name, reference) => {
    for (const value of belowOne)
      expect([value, await refer(reference, value)]).toMatchObject([value, refusalOf(reference)]);
  });

  test.each(acted)(
    "to the record to act on is 404 before any other fault is 422: %s",
    async (_name, { operation }) => {
      for (const invoice_id of [nobody, ...idsFor(theirRecords, "/invoices/{id}")]) {
        for (const faulty of [{ amount: -1 }, { amount: "much" }, { currency: "???" }, { amount: null }]) {
          const { status } = await call(operation, () => ({ ...faulty, invoice_id }));
          expect([faulty, status]).toEqual([faulty, 404]);
        }
      }
    },
  );
});

describe("a list in a body", () => {
  // A batch refuses such an entry alone.
  const lists = operations.flatMap((operation) =>
    operation.body && !operation.path.endsWith("/batch")
      ? listsIn(operation.body.schema).map((name): [string, Operation, string] => [
          `${operation.name} ${name}`,
          operation,
          name,
        ])
      : [],
  );

  test.each(lists)(
    "with entries of the wrong type is 422 with the place: %s",
    async (_name, operation, list) => {
      for (const entry of [null, [], [null], 5, "", true]) {
        const { status, body } = await call(operation, () => ({ [list]: [entry] }));
        expect([entry, status, body.errors?.[0]?.field]).toEqual([entry, 422, `${list}[0]`]);
      }
    },
  );

  test.each(lists)("that is not a list is 422 with the field: %s", async (_name, operation, list) => {
    const { minItems } = resolved(new Map(membersOf(operation.body!.schema)).get(list)!);
    for (const value of [{}, 5, "", true, ...(minItems ? [[]] : [])]) {
      const { status, body } = await call(operation, () => ({ [list]: value }));
      expect([value, status, body.errors?.[0]?.field]).toEqual([value, 422, list]);
    }
  });
});
