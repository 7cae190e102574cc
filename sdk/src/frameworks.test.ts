import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import express, { type Express } from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test } from "vitest";
import { webhookHandler as expressHandler } from "./express.ts";
import { webhookPlugin } from "./fastify.ts";
import { webhookHandler as honoHandler } from "./hono.ts";
import { webhookHandler as nextHandler, type WebhookReceiver } from "./next.ts";
import { makeTestHeader } from "./webhooks.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
// No parser would write this spacing and this number again, so only the raw bytes verify.
const payload =
  '{ "id": "evt_1_42", "type": "invoice.paid", "sequence": 42, "total": 1500.50, "name": "Zoë €" }';

type Opened = { url: string; events: string[]; errors: unknown[] };
type Open = (changes?: Partial<WebhookReceiver>) => Promise<Opened>;

/** A receiver in each framework that records its events, inside an app that parses JSON. */
const opening =
  (serve: (receiver: WebhookReceiver) => Promise<string>): Open =>
  async (changes) => {
    const events: string[] = [];
    const errors: unknown[] = [];
    const url = await serve({
      secret,
      onEvent: ({ id }) => void events.push(id),
      onError: (error) => void errors.push(error),
      ...changes,
    });
    return { url, events, errors };
  };

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const served = (app: Express) => listening(createServer(app));

const expressApps: Record<string, (receiver: WebhookReceiver) => Promise<string>> = {
  "Express, before the parser": (receiver) =>
    served(express().post("/hooks", expressHandler(receiver)).use(express.json())),
  "Express, behind express.raw": (receiver) =>
    served(express().post("/hooks", express.raw({ type: "*/*" }), expressHandler(receiver))),
  "Express, behind express.text": (receiver) =>
    served(express().post("/hooks", express.text({ type: "*/*" }), expressHandler(receiver))),
  "Express, behind a parser that keeps the raw body": (receiver) => {
    const verify = (request: object, _: unknown, bytes: Buffer) =>
      void Object.assign(request, { rawBody: bytes });
    return served(express().use(express.json({ verify })).post("/hooks", expressHandler(receiver)));
  },
};

const apps: Record<string, (receiver: WebhookReceiver) => Promise<string>> = {
  ...expressApps,
  "plain node:http": (receiver) => listening(createServer(expressHandler(receiver))),
  Fastify: async (receiver) => {
    const app = fastify();
    app.register(webhookPlugin, { path: "/hooks", ...receiver });
    app.post("/other", async ({ body }) => ({ parsed: body }));
    onTestFinished(() => app.close());
    return app.listen({ port: 0, host: "127.0.0.1" });
  },
  Hono: (receiver) => {
    const app = new Hono().post("/hooks", honoHandler(receiver));
    return listening(createServer(getRequestListener(app.fetch)));
  },
  "Hono, behind middleware that read the body": (receiver) => {
    const app = new Hono();
    app.use(async ({ req }, next) => {
      await req.json().catch(() => undefined);
      await next();
    });
    app.post("/hooks", honoHandler(receiver));
    return listening(createServer(getRequestListener(app.fetch)));
  },
  "Next, Deno, Bun and Workers: a function of a Request": (receiver) =>
    listening(createServer(getRequestListener(nextHandler(receiver)))),
};

async function deliver(url: string, body: string, header?: string) {
  const signature = header ?? (await makeTestHeader({ payload: body || "-", secret }));
  const headers = { "content-type": "application/json", "x-pay-signature": signature };
  const response = await fetch(`${url}/hooks`, { method: "POST", body, headers });
  return { status: response.status, text: await response.text() };
}

/** Captures what this test writes to the console. */
function printedErrors(): unknown[] {
  const printed: unknown[] = [];
  const { error } = console;
  console.error = (reported: unknown) => void printed.push(reported);
  onTestFinished(() => {
    console.error = error;
  });
  return printed;
}

describe.each(Object.entries(apps))("%s", (_, serve) => {
  const open = opening(serve);

  test("verifies the raw bytes, hands the event over and answers 204", async () => {
    const { url, events, errors } = await open();
    expect(await deliver(url, payload)).toEqual({ status: 204, text: "" });
    expect([events, errors]).toEqual([["evt_1_42"], []]);
  });

  test("answers 400 with the cause when it does not verify, and hands nothing over", async () => {
    const { url, events, errors } = await open();
    const forged = await deliver(url, payload, `t=1794735000,v1=${"0".repeat(64)}`);
    expect(forged).toMatchObject({ status: 400, text: expect.stringContaining("No signature") });
    expect(await deliver(url, "")).toMatchObject({ status: 400, text: expect.stringContaining("is empty") });
    expect([events, errors.length]).toEqual([[], 2]);
  });

  test("answers 500 when the event could not be handled, without telling the sender why", async () => {
    const onEvent = () => Promise.reject(new Error("the database password is wrong"));
    const { url, errors } = await open({ onEvent });
    const { status, text } = await deliver(url, payload);
    expect([status, text]).toEqual([500, "The event was verified, but your handler failed."]);
    expect(errors).toEqual([new Error("the database password is wrong")]);
  });

  test("answers 413 to what is longer than it may be, and tells its own side too", async () => {
    const { url, events, errors } = await open({ bytesMax: payload.length - 1 });
    const { status, text } = await deliver(url, payload);
    expect([status, text]).toEqual([413, expect.stringContaining("raise bytesMax")]);
    expect([events, errors]).toEqual([[], [expect.objectContaining({ reason: "payload_too_long" })]]);
  });

  test("answers all the same when whoever hears of a failure fails too, at once or later", async () => {
    const printed = printedErrors();
    const fault = new Error("the tracker is down");
    const atOnce = () => {
      throw fault;
    };
    for (const onError of [atOnce, () => Promise.reject(fault)]) {
      const { url } = await open({ onError });
      expect((await deliver(url, payload, "t=1")).status).toBe(400);
    }
    expect(printed).toEqual([fault, fault]);
  });

  test("answers 500 when it has no secret: that is nobody else's fault", async () => {
    const { url } = await open({ secret: "" });
    expect((await deliver(url, payload)).status).toBe(500);
  });
});

describe("where a JSON parser ran before, and nobody kept the raw body", () => {
  test("Express: it says so, with what to do", async () => {
    const { url } = await opening((receiver) =>
      served(express().use(express.json()).post("/hooks", expressHandler(receiver))),
    )();
    const { status, text } = await deliver(url, payload);
    expect(status).toBe(400);
    expect(text).toMatch(/an object instead of the raw body.*express\.raw/);
  });

  test("Hono, behind middleware that went past Hono: it says so", async () => {
    const { url } = await opening((receiver) => {
      const app = new Hono();
      app.use(async ({ req }, next) => {
        await req.raw.text();
        await next();
      });
      app.post("/hooks", honoHandler(receiver));
      return listening(createServer(getRequestListener(app.fetch)));
    })();
    const { status, text } = await deliver(url, payload);
    expect([status, text]).toEqual([400, expect.stringContaining("has already read the request")]);
  });

  test("a Request whose body was read: it says so", async () => {
    const header = await makeTestHeader({ payload, secret });
    const init = { method: "POST", body: payload, headers: { "x-pay-signature": header } };
    const request = new Request("https://shop.example/hooks", init);
    await request.json();
    const response = await nextHandler({ secret, onEvent: () => undefined, onError: () => undefined })(
      request,
    );
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("has already read the request"),
    ]);
  });
});

test("Fastify goes on parsing JSON for the routes around the receiver", async () => {
  const { url } = await opening(apps.Fastify!)();
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/other`, { method: "POST", headers, body: '{"a":1}' });
  expect(await answer.json()).toEqual({ parsed: { a: 1 } });
});

test("a body that is too long is not read to its end, though its length was not told", async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const headers = { "x-pay-signature": `t=1,v1=${"0".repeat(64)}` };
  const init = { method: "POST", body, headers, duplex: "half" };
  const request = new Request("https://shop.example/hooks", init as RequestInit);
  const printed = printedErrors();
  const response = await nextHandler({ secret, onEvent: () => undefined, bytesMax: 5000 })(request);
  expect(response.status).toBe(413);
  expect(printed).toEqual([expect.objectContaining({ reason: "payload_too_long" })]);
  expect(pulled).toBeLessThan(10);
});

test("Express: where something else has answered meanwhile, nothing is thrown", async () => {
  const outcomes: unknown[] = [];
  const { url } = await opening((receiver) => {
    const handle = expressHandler({ ...receiver, onEvent: () => Promise.reject(hurried!()) });
    let hurried: (() => void) | undefined;
    return listening(
      createServer(async (request, response) => {
        hurried = () => void response.writeHead(503).end("too slow");
        outcomes.push(await handle(request, response).catch((error: unknown) => error));
      }),
    );
  })();
  expect(await deliver(url, payload)).toEqual({ status: 503, text: "too slow" });
  expect(outcomes).toEqual([undefined]);
});
