import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Outbound } from "../../../../platform/outbound/outbound.ts";
import { errorOf, openOrder, startGatewaySetup } from "./gateway.fixture.ts";
import { paystack } from "./gateway.ts";

// Paystack's published description is not ours to pass on, so it is used where it lies beside the repository.
const file = path.resolve(import.meta.dirname, "../../../../../../../shared/contracts/paystack.yaml");
const isThere = existsSync(file);
const why = "Paystack's published description is not here (../shared/contracts/paystack.yaml)";

// The reference pages have this filter of the list of refunds, the description has not.
const undescribed = ["transaction"];

describe("against Paystack's published description", () => {
  test("the adapter sends, and the sandbox answers, what is described", async (context) => {
    context.skip(!isThere, why);
    const description = readDescription();
    const exchanges = await everyExchange();
    const seen = new Set<string>();
    for (const exchange of exchanges) {
      const { template, operation } = description.find(exchange);
      seen.add(`${exchange.method} ${template} ${exchange.status}`);
      expect(faultsOfRequest(description, operation, exchange)).toEqual([]);
      const shape = description.answerShape(operation, exchange.status);
      if (!shape) continue;
      shape(exchange.answer);
      expect([exchange.path, exchange.status, shape.errors ?? []]).toEqual([
        exchange.path,
        exchange.status,
        [],
      ]);
    }
    expect([...seen].sort()).toEqual([
      "GET /refund 200",
      "GET /refund/{id} 200",
      "GET /refund/{id} 404",
      "GET /transaction/verify/{reference} 200",
      "GET /transaction/verify/{reference} 401",
      "GET /transaction/verify/{reference} 404",
      "POST /refund 200",
      "POST /transaction/initialize 200",
      "POST /transaction/initialize 400",
      "POST /transaction/initialize 401",
    ]);
  });
});

type Exchange = {
  method: "GET" | "POST";
  path: string;
  query: string[];
  sent: Record<string, unknown> | undefined;
  status: number;
  answer: unknown;
};

/** The adapter at work in every state of a payment and of a refund, with everything written down that passes. */
async function everyExchange(): Promise<Exchange[]> {
  const setup = await startGatewaySetup({ refundMs: 1_000 });
  const exchanges: Exchange[] = [];
  const outbound = recording(setup.outbound, exchanges);
  const { account, simulator, clock } = setup;
  const { order, attempt } = await openOrder({ ...setup, outbound });
  const fetchStatus = () => paystack.fetchStatus(outbound, account, attempt);
  await fetchStatus();
  for (const card of ["4000000000000002", "4000002760003184", "4000000000000259"]) {
    simulator.pay(order.reference, { card });
    await fetchStatus();
  }
  clock.advance(3_600_000);
  const seen = await fetchStatus();
  if (seen.status !== "paid") throw new Error(`it is ${seen.status}, not paid`);
  const refund = {
    ...attempt,
    ...seen,
    key: "ref-1",
    reason: "Broken",
    again: false,
    isStillOurs: () => true,
  };
  await paystack.refund(outbound, account, { ...refund, amount: "0.50" });
  await paystack.refund(outbound, account, { ...refund, amount: "0.50", again: true });
  await paystack.refund(outbound, account, { ...refund, amount: "1500", key: "ref-2", again: true });
  clock.advance(1_000);
  await paystack.refund(outbound, account, { ...refund, amount: "0.50", again: true });
  await fetchStatus();
  await paystack.check(outbound, account);
  await errorOf(() => paystack.open(outbound, account, order));
  const outsider = { ...account, secretKey: "sk_live_1" };
  await errorOf(() => paystack.check(outbound, outsider));
  await errorOf(() => paystack.open(outbound, outsider, order));
  for (const id of [simulator.transactions()[0]!.refunds[0]!.id, 9]) {
    const headers = { authorization: `Bearer ${account.secretKey}` };
    const url = `${account.baseUrl}/refund/${id}`;
    await outbound.send({ method: "GET", url, headers, timeoutMs: 5_000, responseBytesMax: 100_000 });
  }
  return exchanges;
}

function recording(outbound: Outbound, exchanges: Exchange[]): Outbound {
  return {
    ...outbound,
    send: async (request) => {
      const result = await outbound.send(request);
      const { pathname, searchParams } = new URL(request.url);
      if (result.kind === "answered") {
        exchanges.push({
          method: request.method as "GET" | "POST",
          path: pathname,
          query: [...searchParams.keys()],
          sent: request.body === undefined ? undefined : JSON.parse(String(request.body)),
          status: result.status,
          answer: JSON.parse(result.body.toString()),
        });
      }
      return result;
    },
  };
}

type Node = { [name: string]: Node };
type Description = ReturnType<typeof readDescription>;

function readDescription() {
  const document = parse(readFileSync(file, "utf8")) as Node;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addSchema({ $id: "paystack", components: withNulls(document.components) });
  const resolve = (node: Node | undefined): Node | undefined => {
    const reference = node?.$ref as string | undefined;
    if (reference === undefined) return node;
    return reference
      .slice(2)
      .split("/")
      .reduce<Node | undefined>((at, name) => at?.[name], document);
  };
  const shapeOf = (content: Node | undefined): ValidateFunction | undefined => {
    const schema = content?.["application/json"]?.schema;
    if (!schema) return undefined;
    const text = JSON.stringify(withNulls(schema)).replaceAll('"#/components', '"paystack#/components');
    return ajv.compile(JSON.parse(text));
  };
  return {
    find: ({ method, path }: Exchange) => {
      const found = Object.keys(document.paths!)
        .filter((template) => new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path))
        .sort((a, b) => a.split("{").length - b.split("{").length)
        .map((template) => ({ template, operation: document.paths![template]![method.toLowerCase()] }))
        .find(({ operation }) => operation !== undefined);
      if (!found) throw new Error(`${method} ${path} is not described`);
      return found as { template: string; operation: Node };
    },
    requestShape: (operation: Node) => shapeOf(operation.requestBody?.content),
    requestMembers: (operation: Node) =>
      Object.keys(resolve(operation.requestBody?.content?.["application/json"]?.schema)?.properties ?? {}),
    parameters: (operation: Node) =>
      Object.values(operation.parameters ?? {}).map((parameter) => String(resolve(parameter)?.name)),
    answerShape: (operation: Node, status: number) =>
      shapeOf(resolve(operation.responses?.[String(status)])?.content),
  };
}

function faultsOfRequest(description: Description, operation: Node, { sent, query }: Exchange): unknown[] {
  const known = [...description.parameters(operation), ...undescribed];
  const strange = query.filter((name) => !known.includes(name));
  if (!sent) return strange;
  const members = description.requestMembers(operation);
  const shape = description.requestShape(operation);
  if (!shape) return ["no request body is described"];
  shape(sent);
  const unknown = Object.keys(sent).filter((name) => !members.includes(name));
  return [...strange, ...unknown, ...(shape.errors ?? [])];
}

/** OpenAPI 3.0 has a word of its own for what may be null; JSON Schema has a type. */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls);
  if (typeof node !== "object" || node === null) return node;
  const { nullable, ...rest } = node as Record<string, unknown>;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withNulls(value)]));
  return nullable === true && typeof copy.type === "string" ? { ...copy, type: [copy.type, "null"] } : copy;
}
