import { expect, test } from "vitest";
import { asyncAuthority } from "../src/domains/fiscal/authorities/async/authority.ts";
import {
  callIn,
  movedTo,
  startAuthoritySetup,
  submit,
} from "../src/domains/fiscal/authorities/contract.fixture.ts";
import { firsMbs } from "../src/domains/fiscal/authorities/firs/authority.ts";
import { indiaIrp } from "../src/domains/fiscal/authorities/irp/authority.ts";
import { paymentRequest } from "../src/domains/payments/gateways/order.fixture.ts";
import { paystack } from "../src/domains/payments/gateways/paystack/gateway.ts";
import { stripe } from "../src/domains/payments/gateways/stripe/gateway.ts";
import { startDeliverySetup } from "../src/domains/webhooks/deliveries/deliveries.fixture.ts";
import { httpServer, testOutbound } from "../src/platform/outbound/outbound.fixture.ts";
import { manualClock } from "../src/platform/values/clock.ts";
import { attacks, expectLinear, pumped } from "./hostile-text.ts";

// Responses to our outbound calls are text from outside too: no server can block the service with its response.

const all = attacks();
const textsOf = (length: number) => all.map((attack) => pumped(attack, length));

/** A server that returns a given text, with the last part of the path as its status where that is a number. */
async function parrot() {
  let says = { status: 200, body: "", headers: {} as Record<string, string> };
  const server = await httpServer((_request, response) => {
    response.writeHead(says.status, { "content-type": "application/json", ...says.headers });
    response.end(says.body);
  });
  const say = (status: number, body: string, headers: Record<string, string> = {}) => {
    says = { status, body, headers };
  };
  return { url: server.url, say };
}

/** The text in every place of the response formats of gateways and authorities. */
const shapes: readonly ((text: string) => unknown)[] = [
  (text) => text,
  (text) => ({ [text]: text.slice(0, 1000) }),
  (text) => ({ status: false, message: text, code: text, type: text }),
  (text) => ({
    status: true,
    message: "ok",
    data: { authorization_url: text, reference: text, status: text },
  }),
  (text) => ({ error: { message: text, code: text, type: text, param: text } }),
  (text) => ({ error: { public_message: text, details: text, id: text }, code: 400, message: text }),
  (text) => ({ data: { ok: true, irn: text, qr: text, entity: { id: text } }, message: text }),
  (text) => ({ errors: [{ code: text, message: text, field: text }], message: text }),
  (text) => ({ Status: 0, ErrorDetails: [{ ErrorCode: text, ErrorMessage: text }], Data: text }),
  (text) => ({ id: text, url: text, payment_status: text, status: text, amount_total: 1, currency: text }),
];

async function expectLinearAnswers(
  length: number,
  say: (status: number, body: string, headers?: Record<string, string>) => void,
  call: () => Promise<unknown>,
): Promise<void> {
  for (const status of [200, 400, 500]) {
    for (const shape of shapes) {
      const body = (text: string) => JSON.stringify(shape(text)).slice(0, 4 * length);
      await expectLinear(sampled(textsOf(length)), "x".repeat(length), async (text) => {
        say(status, body(text));
        await call().catch(() => undefined);
      });
    }
  }
}

let turn = 0;
/** Every shape is combined with some of the texts, and every text with some of the shapes. */
const sampled = (texts: readonly string[]) => {
  turn += 1;
  return texts.filter((_text, index) => index % 12 === turn % 12);
};

test.each([
  ["Paystack", paystack],
  ["Stripe", stripe],
])("a gateway's response takes linear time: %s", async (_name, gateway) => {
  const { url, say } = await parrot();
  const outbound = testOutbound();
  const clock = manualClock(new Date("2026-03-02T10:00:00Z"));
  const account = { baseUrl: url, secretKey: "sk_test_x", webhookSecret: "whsec_x" };
  const order = paymentRequest({ clock });
  const attempt = { reference: order.reference, session: "cs_test_1" };
  await expectLinearAnswers(60_000, say, () => gateway.open(outbound, account, order));
  await expectLinearAnswers(60_000, say, () => gateway.fetchStatus(outbound, account, attempt));
});

test.each([firsMbs, asyncAuthority, indiaIrp].map((adapter) => [adapter.name, adapter] as const))(
  "an authority's response takes linear time: %s",
  async (_name, adapter) => {
    const { url, say } = await parrot();
    const world = movedTo(await startAuthoritySetup(adapter), url);
    await expectLinearAnswers(60_000, say, () => submit(world));
    await expectLinearAnswers(60_000, say, () => adapter.check(callIn(world)));
  },
);

test("a webhook receiver's response takes linear time", async () => {
  const post = await startDeliverySetup();
  try {
    const subscriber = await post.subscriber();
    const texts = textsOf(60_000);
    await expectLinear(
      texts.filter((_text, index) => index % 3 === 0),
      "x".repeat(60_000),
      async (text) => {
        const header = text
          .slice(0, 4000)
          .replace(/[^ -~]/g, "_")
          .trim();
        subscriber.answers({
          status: 400,
          body: text,
          headers: { "retry-after": header, "x-other": header },
        });
        await subscriber.customer();
        expect(await post.worker.pass()).toBeGreaterThan(0);
      },
    );
  } finally {
    await post.close();
  }
});
