// Runs as it is wherever there is fetch: a short use of the whole package. `api` is the server of server.ts.
import { createClient, NotFoundError, TimeoutError } from "billfold-sdk";
import { webhookHandler } from "billfold-sdk/next";
import { makeTestHeader, verifyWebhook, WebhookVerificationError } from "billfold-sdk/webhooks";

/** Gives the names of what worked; the first thing that does not is thrown. */
export async function smoke(api) {
  const waits = [];
  const billfold = createClient({
    baseUrl: api,
    appId: "app",
    secret: "secret",
    sleep: async (ms) => void waits.push(ms),
  });
  const passed = [];
  for (const [name, check] of Object.entries(checksOf(billfold, waits))) {
    const result = await check();
    if (!result) throw new Error(`${name}: ${JSON.stringify(result)}`);
    passed.push(name);
  }
  return passed;
}

const thrown = (promise) =>
  promise.then(
    () => undefined,
    (error) => error,
  );

const checksOf = (billfold, waits) => ({
  "a busy service is asked again": async () => (await billfold.ping()).success && waits.length === 1,
  "a POST carries a key of its own": async () => {
    const body = { customer_id: 7, lines: [{ description: "Zoë €", quantity: 1 }] };
    const { invoice, key } = await billfold.invoices.create(body);
    return key.length >= 20 && invoice.lines[0].description === "Zoë €";
  },
  "a list is read to its end": async () => {
    const ids = [];
    for await (const { id } of billfold.invoices.all({ status: "open" })) ids.push(id);
    return ids.join() === "3,2,1";
  },
  "a refusal has its class": async () => {
    const error = await thrown(billfold.customers.get(1));
    return error instanceof NotFoundError && error.code === "not_found" && error.requestId === "req_1";
  },
  "bytes stay bytes": async () => [...(await billfold.invoices.pdf(7))].join() === "37,80,68,70,255",
  "a stream is read line by line, to its end or until its reader stops": async () => {
    const read = [];
    for await (const line of billfold.books.export({ after: 1 })) read.push(JSON.parse(line));
    for await (const line of billfold.books.export({ after: 1 })) {
      read.push(JSON.parse(line));
      break;
    }
    return read.map(({ sequence }) => sequence).join() === "2,3,,2" && read[0].body === "Zoë €";
  },
  "a deadline is kept": async () =>
    (await thrown(billfold.products.list({}, { timeoutMs: 50, retries: 0 }))) instanceof TimeoutError,
  "a redirect is not followed": async () => (await thrown(billfold.sales.list())).code === "redirected",
  "a webhook verifies, and a forged one does not": async () => {
    const { payload, secret, header } = await signed();
    const event = await verifyWebhook({ payload, header, secret });
    const error = await thrown(verifyWebhook({ payload: `${payload} `, header, secret }));
    return (
      event.id === "evt_1_2" &&
      error instanceof WebhookVerificationError &&
      error.reason === "payload_changed"
    );
  },
  "a receiver answers": async () => {
    const { payload, secret, header } = await signed();
    const seen = [];
    const receive = webhookHandler({ secret, onEvent: ({ id }) => seen.push(id), onError: () => undefined });
    const post = (headers) =>
      receive(new Request("https://shop.example/hooks", { method: "POST", body: payload, headers }));
    const [taken, refused] = [await post({ "x-pay-signature": header }), await post({})];
    return taken.status === 204 && refused.status === 400 && seen.join() === "evt_1_2";
  },
});

async function signed() {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const payload = '{"id":"evt_1_2","type":"invoice.paid","name":"Zoë €"}';
  return { payload, secret, header: await makeTestHeader({ payload, secret }) };
}
