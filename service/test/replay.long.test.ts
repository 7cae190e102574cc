import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditFaults } from "./audit-faults.ts";
import { creditNoteId, registrableId } from "./einvoicing-service.ts";
import { type Reply, type TestCompany, taxed } from "./harness.ts";
import { envelopeFaults, type Operation, operations } from "./operations.ts";
import { authorityRecipes } from "./replay-authority.ts";
import { openReplayFixture, type ReplayFixture } from "./replay-fixture.ts";
import { outages } from "./replay-outages.ts";
import { type Documented, type Recipe, recipes } from "./replay-recipes.ts";
import { made, type Request, send, validRequest } from "./replay-requests.ts";
import { byState, states } from "./replay-states.ts";
import { replyFaults, responseFaults } from "./response-schemas.ts";

// Every example in openapi.json is sent to a running service, and must have the documented result.
let ground: ReplayFixture;
beforeAll(async () => {
  ground = await openReplayFixture();
});
afterAll(() => ground.close());

const documented: Documented[] = operations.flatMap((operation) =>
  Object.entries(operation.answers).flatMap(([status, media]) =>
    Object.entries(media?.examples ?? {}).map(([code, { value: example }]) => ({
      operation,
      status: Number(status),
      code,
      example,
    })),
  ),
);

describe("every documented error occurs as documented", () => {
  test.each([...Map.groupBy(documented, ({ code }) => code)])("%s", async (code, all) => {
    const replies = outages[code] ? await outages[code](ground, all) : await provoked(code, all);
    expect(replies.length).toBe(all.length);
    expect(all.flatMap((each, index) => faultsOf(each, replies[index]!))).toEqual([]);
  });
});

async function provoked(code: string, all: readonly Documented[]): Promise<Reply[]> {
  const recipe: Recipe | undefined = recipes[code] ?? authorityRecipes[code] ?? (states[code] && byState);
  if (!recipe) throw new Error(`${code}: say in replay-recipes.ts how it is brought about`);
  const replies: Reply[] = [];
  for (const each of all) {
    replies.push(
      await recipe(ground, each).catch((cause: unknown) => {
        throw new Error(`${each.operation.name} ${code}`, { cause });
      }),
    );
  }
  return replies;
}

function faultsOf({ operation, status, code, example }: Documented, reply: Reply): string[] {
  const faults = envelopeFaults(reply, status, code);
  if (faults.length === 0) {
    faults.push(...responseFaults(operation, status, reply.body), ...headerFaults(operation, status, reply));
    if (inGeneral(reply.body.error) !== inGeneral(String(example.error))) {
      faults.push(`says '${reply.body.error}', not '${example.error}'`);
    }
    const members = Object.keys(reply.body).filter((name) => name !== "warnings");
    const shown = Object.keys(example);
    if (members.join() !== shown.join()) faults.push(`has ${members}, not ${shown}`);
  }
  return faults.map((fault) => `${operation.name} ${status} ${code}: ${fault}`);
}

/** A sentence without its variable parts: numbers, and texts of external systems. */
const inGeneral = (sentence: string) =>
  sentence.replace(/\d+/g, "#").replace(/(The authority says of) .*$/, "$1 …");

/** Documented headers are present and of their type; headers for the next request are present only if documented. */
function headerFaults({ headers }: Operation, status: number, reply: Reply): string[] {
  const reported = headers[status]!;
  const faults: string[] = [];
  for (const [name, { required, description, schema }] of Object.entries(reported)) {
    const value = reply.headers.get(name);
    const isExcepted = !required && description.includes(`\`${reply.body?.code}\``);
    if (value === null && (required || (name === "Retry-After" && !isExcepted))) faults.push(`no ${name}`);
    if (value !== null && isExcepted) faults.push(`${name}: ${value}`);
    if (value !== null && schema.type === "integer" && !/^\d+$/.test(value)) faults.push(`${name}: ${value}`);
  }
  for (const name of ["Retry-After", "WWW-Authenticate", "ETag"]) {
    if (reply.headers.has(name) && !reported[name]) faults.push(`${name} is not documented`);
  }
  return faults;
}

describe("every documented success occurs as documented", () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    "%s",
    async (_, operation) => {
      const company = await ground.service.company({ profile: taxed });
      const request = await validRequest(company, operation);
      const reply = await send(company, request);
      expect(successFaults(operation, operation.success, reply)).toEqual([]);
      for (const status of Object.keys(operation.answers).map(Number)) {
        if (status >= 400 || status === operation.success) continue;
        const other = status === 304 ? unchanged : otherwise[`${operation.name} ${status}`];
        if (!other) throw new Error(`say in replay.test.ts how it comes to answer ${status}`);
        expect(successFaults(operation, status, await other(company, request, reply))).toEqual([]);
      }
    },
  );

  /** An object is written with a pair of brackets for each of its members. */
  const writtenAs = (name: string, value: unknown) =>
    typeof value === "object"
      ? Object.entries(value!)
          .map(([key, text]) => `${name}[${key}]=${text}`)
          .join("&")
      : `${name}=${value}`;

  test("with every example of a query parameter", async () => {
    const faults: string[] = [];
    for (const operation of operations) {
      for (const { name, schema } of operation.parameters.filter((parameter) => parameter.in === "query")) {
        const shown = [schema.examples, schema.enum, schema.default].flat().filter((value) => value != null);
        for (const value of shown) {
          const [target] = await validRequest(ground.company, operation);
          const joint = target.includes("?") ? "&" : "?";
          const written = writtenAs(name, value);
          const isThere = target.includes(`?${written}`);
          const reply = await ground.company.call(isThere ? target : `${target}${joint}${written}`);
          const found = successFaults(operation, 200, reply);
          faults.push(...found.map((fault) => `${operation.name}?${written}: ${fault}`));
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

test("every change of money by these requests is in the audit log under the name of its record", async () => {
  expect(await auditFaults(ground.service.context.db)).toEqual([]);
});

type Again = (company: TestCompany, request: Request, first: Reply) => Promise<Reply>;

const unchanged: Again = (company, [operation], first) =>
  company.call(operation, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });

/** How an operation reaches its other successes. */
const otherwise: Record<string, Again> = {
  "POST /payments 200": (company, request) => send(company, request),
  ...Object.fromEntries(
    operations
      .filter(({ method }) => method === "PUT")
      .map(({ name }) => [`${name} 200`, (company: TestCompany, request: Request) => send(company, request)]),
  ),
  "POST /invoices/{id}/register 202": async (company) => {
    const id = await registrableId(company);
    await made(company, "POST /einvoicing/integration", { adapter: "async_demo" });
    return company.call(`POST /invoices/${id}/register`);
  },
  "POST /credit_notes/{id}/register 202": async (company) => {
    const id = await creditNoteId(company);
    await made(company, "POST /einvoicing/integration", { adapter: "async_demo" });
    return company.call(`POST /credit_notes/${id}/register`);
  },
};

function successFaults(operation: Operation, status: number, reply: Reply): string[] {
  if (reply.status !== status) return [`${reply.status} ${reply.text}`];
  const faults = headerFaults(operation, status, reply);
  if (reply.body?.warnings) faults.push(`warns: ${reply.body.warnings}`);
  if (!operation.answers[status])
    return reply.text === "" ? faults : [...faults, `has a body: ${reply.text}`];
  const type = reply.headers.get("content-type");
  return [...faults, ...replyFaults(operation, status, type, reply.text)];
}
