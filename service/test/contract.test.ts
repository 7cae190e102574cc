import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contractText } from "../scripts/generated.ts";
import { answerFaults, parameterFaults, replyFaults, requestFaults } from "./answers.ts";
import { type TestCompany, type TestService, taxed } from "./harness.ts";
import { contract, type Operation, operations, type Schema, withId } from "./operations.ts";
import { creditNoteId, registeredId, registrableId, startRegistering } from "./registering.ts";

let service: TestService;
beforeAll(async () => {
  service = await startRegistering();
});
afterAll(() => service.close());

describe("the committed contract", () => {
  test("is what the routes make of it", () => {
    expect(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8")).toBe(contractText());
  });

  test("names every operation once", () => {
    const ids = Object.values<object>(contract.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(operations.length);
  });

  test("refers to components that it has, and to all of them", () => {
    const references = JSON.stringify(contract).matchAll(/"\$ref":"#\/components\/([^"]+)"/g);
    const { securitySchemes: _, ...referable } = contract.components as Record<string, object>;
    const components = Object.entries(referable).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `${kind}/${name}`),
    );
    expect([...new Set([...references].map(([, name]) => name))].sort()).toEqual(components.sort());
  });

  test("documents every path parameter, and none that is not in the path", () => {
    for (const { name, path, parameters } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const documented = parameters.filter((parameter) => parameter.in === "path");
      expect({ [name]: documented.map((parameter) => parameter.name) }).toEqual({ [name]: inPath });
      expect(documented.every(({ required, schema }) => required && schema.type)).toBe(true);
    }
  });

  test("documents the credential, the throttle and the retry of every operation", () => {
    expect(contract.security).toEqual([{ bearer: [] }, { app_id: [], secret: [] }]);
    for (const { name, method, answers, scope, recordPath, parameters } of operations) {
      const statuses = Object.keys(answers);
      expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["401", "500", "503"]) });
      if (scope !== "any") expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["403"]) });
      if (recordPath) expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["404"]) });
      if (method === "POST") {
        expect({ [name]: statuses }).toEqual({ [name]: expect.arrayContaining(["422", "429"]) });
        expect(parameters.map((parameter) => parameter.name)).toContain("Idempotency-Key");
      }
    }
  });
});

describe("examples", () => {
  test("stand beside every request body and every answer", () => {
    for (const { name, body, answers } of operations) {
      if (body) expect({ [name]: body.example }).toEqual({ [name]: expect.anything() });
      for (const [status, media] of Object.entries(answers)) {
        // A conditional GET that finds nothing new has no body to show.
        if (status === "304") continue;
        const shown = Number(status) < 400 ? media?.example : Object.keys(media?.examples ?? {})[0];
        expect({ [`${name} ${status}`]: shown }).toEqual({ [`${name} ${status}`]: expect.anything() });
      }
    }
  });

  test("are valid by their schemas, and hold no member the schemas do not tell of", () => {
    const faults: string[] = [];
    for (const operation of operations) {
      const tell = (what: string, found: string[]) =>
        faults.push(...found.map((fault) => `${operation.name} ${what}: ${fault}`));
      if (operation.body) tell("request", requestFaults(operation, operation.body.example));
      for (const [status, media] of Object.entries(operation.answers)) {
        const errors = Object.values(media?.examples ?? {}).map(({ value }) => value);
        for (const shown of [media?.example, ...errors])
          if (shown !== undefined) tell(status, answerFaults(operation, status, shown));
      }
      operation.parameters.forEach((parameter, index) => {
        const { example, schema } = parameter as { example?: unknown; schema: Schema };
        const given = [example, ...((schema.examples as unknown[] | undefined) ?? []), schema.default];
        for (const value of given)
          if (value !== undefined) tell(parameter.name, parameterFaults(operation, index, value));
      });
    }
    expect(faults).toEqual([]);
  });

  test("of requests, sent for real, give the documented success in the documented shape", async () => {
    const faults: string[] = [];
    for (const operation of operations) {
      const company = await service.company({ profile: taxed });
      if (operation.name === "GET /einvoicing/integration") {
        await company.call("POST /einvoicing/integration", { body: { adapter: "document_only" } });
      }
      const id = operation.recordPath ? await recordFor(company, operation) : "";
      // A test event is sent to an endpoint, which its path does not name.
      if (operation.name === "POST /webhooks/test") await endpointOf(company);
      const body = operation.body && (await withOwnIds(company, operation.body.example as Schema));
      const reply = await company.call(withId(operation, id), body === undefined ? {} : { body });
      if (reply.status !== operation.success) faults.push(`${operation.name}: ${reply.status} ${reply.text}`);
      else {
        const type = reply.headers.get("content-type");
        const found = replyFaults(operation, reply.status, type, reply.text);
        faults.push(...found.map((fault) => `${operation.name}: ${fault}`));
      }
      if (reply.body?.warnings) faults.push(`${operation.name}: ${reply.body.warnings}`);
    }
    expect(faults).toEqual([]);
  });
});

/** A new record in the state that the operation acts on. */
async function recordFor(company: TestCompany, { name, recordPath }: Operation): Promise<number | string> {
  const made = async (operation: string, body: object) => (await company.call(operation, { body })).body;
  const sale = async () => {
    const line = { description: "Work", quantity: 1, unit_price: 100 };
    const { body } = await company.call("POST /sales", {
      body: { customer_id: await company.customer(), lines: [line] },
    });
    return body.sale.id as number;
  };
  const makers: Record<string, () => Promise<number | string>> = {
    "/customers/{id}": () => company.customer(),
    "/products/{id}": async () =>
      (await company.call("POST /products", { body: { name: "Hour" } })).body.product.id,
    "/sales/{id}": sale,
    "/invoices/{id}": () => invoiceOf(company),
    "/payments/{id}": async () =>
      (await made("POST /payments", { invoice_id: await invoiceOf(company), amount: exampleTotal })).payment
        .id,
    "/invoices/{id}.xml": () => issuedOf(company),
    "/credit_notes/{id}.xml": async () => {
      const id = await issuedOf(company);
      return (await company.call(`POST /invoices/${id}/credit_notes`)).body.credit_note.id;
    },
    "/invoices/{id}/register": () => registrableId(company),
    "/invoices/{id}/registration": () => registeredId(company),
    "/invoices/{id}/cancel_registration": () => registeredId(company),
    "/credit_notes/{id}/register": () => creditNoteId(company),
    "/credit_notes/{id}/registration": async () => {
      const id = await creditNoteId(company);
      await company.call(`POST /credit_notes/${id}/register`);
      return id;
    },
    "/payments/{id}/allocate": () => company.windfall(exampleTotal),
    "/credit_notes/{id}": async () => {
      const id = await invoiceOf(company);
      await company.call(`POST /invoices/${id}/issue`);
      return (await company.call(`POST /invoices/${id}/credit_notes`)).body.credit_note.id;
    },
    "/payments/links/{reference}": async () => (await made("POST /payments/link", { amount: 5 })).reference,
    "/events/{id}": async () => {
      await company.customer();
      return (await company.call("GET /events")).body.events[0].id;
    },
    "/webhooks/endpoints/{id}": () => endpointOf(company),
    "/webhooks/deliveries/{id}": async () => {
      const body = { endpoint_id: await endpointOf(company) };
      return (await company.call("POST /webhooks/test", { body })).body.delivery.id;
    },
  };
  const make = makers[name.split(" ")[1]!] ?? makers[recordPath!];
  if (!make) throw new Error(`${name}: say here how to make such a record`);
  const id = await make();
  const needsIssued = ["void", "write_off", "credit_notes"].map((action) => `POST /invoices/{id}/${action}`);
  if (needsIssued.includes(name)) await company.call(`POST /invoices/${id}/issue`);
  return id;
}

async function issuedOf(company: TestCompany): Promise<number> {
  const id = await registrableId(company);
  await company.call(`POST /invoices/${id}/issue`);
  return id;
}

async function endpointOf(company: TestCompany): Promise<number> {
  const made = await company.call("POST /webhooks/endpoints", { body: { url: "https://hooks.example/x" } });
  return made.body.endpoint.id;
}

/** What the examples' invoice comes to: those of payments, refunds and credit notes take at most that. */
const exampleTotal = 145_125;

async function invoiceOf(company: TestCompany): Promise<number> {
  const line = { description: "Work", quantity: 1, unit_price: exampleTotal };
  return (await company.draft({ lines: [line] })).id;
}

/** The example as it stands, but for the ids in it, which are the company's own. */
async function withOwnIds(company: TestCompany, example: Schema): Promise<Schema> {
  return {
    ...example,
    ...("customer_id" in example && { customer_id: await company.customer() }),
    ...("invoice_id" in example && { invoice_id: await invoiceOf(company) }),
  };
}

describe("the service shows its contract", () => {
  test("at {base_url}/openapi.json, the committed one but for its own address", async () => {
    const response = await fetch(`${service.url}/api/v1/openapi.json`);
    expect(response.status).toBe(200);
    const { servers, ...served } = (await response.json()) as typeof contract;
    const { servers: _committed, ...committed } = contract;
    expect(served).toEqual(committed);
    expect(servers).toEqual([{ url: service.context.config.baseUrl, description: "sandbox" }]);
  });

  test("as a page to read at /docs/reference", async () => {
    const response = await fetch(`${service.url}/docs/reference`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("text/html"),
    ]);
    expect(await response.text()).toContain("openapi.json");
  });
});
