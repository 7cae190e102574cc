import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  call,
  locationOf,
  payment,
  type SandboxGatewaySetup,
  startSandboxGateway,
  submit,
  visit,
} from "./gateway.fixture.ts";

const back = "https://shop.example/back?order=7&trxref=att-1&reference=att-1";

async function opened(changes: object = {}, options: Parameters<typeof startSandboxGateway>[0] = {}) {
  const setup = await startSandboxGateway(options);
  const { body } = await call(setup, "/transaction/initialize", { ...payment, ...changes });
  const url = body.data.authorization_url as string;
  return { ...setup, url, page: await visit(url) };
}

/** Shows the gateway's pages under `/sandbox/pay`, and passes on all that it says. */
async function proxyOf(gatewayUrl: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = request.method === "POST" ? await text(request) : undefined;
    const answer = await fetch(gatewayUrl + request.url!.replace(/^\/sandbox/, ""), {
      method: request.method!,
      redirect: "manual",
      ...(body !== undefined && { body, headers: { "content-type": request.headers["content-type"]! } }),
    });
    response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const statusIn = ({ gateway }: SandboxGatewaySetup) => gateway.transactions()[0]?.status;
const card = (number: string) => ({ test_card: number.replaceAll(" ", "") });

describe("the pay page", () => {
  test("says what is paid, that no real money moves, and escapes what it was given", async () => {
    const { page } = await opened();
    expect(page.status).toBe(200);
    expect(page.text).toContain("₦1,500.50");
    expect(page.text).toContain("Invoice &#60;INV-001&#62; &#38; more");
    expect(page.text).toContain("no real money moves");
    expect(page.text).not.toContain("<script");
  });

  test.each([
    ["KWD", 1_234_567, "KWD&#160;1,234.567|KWD\u00a01,234.567"],
    ["JPY", 1500, "¥1,500"],
    ["USD", 1, "$0.01"],
  ])("writes %s with as many digits as it has", async (currency, amount, written) => {
    const { page } = await opened({ currency, amount });
    expect(written.split("|").some((text) => page.text.includes(text))).toBe(true);
  });

  test("has a strict policy that lets its forms end at the seller, and relative links only", async () => {
    const { page } = await opened();
    const policy = page.headers.get("content-security-policy");
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' https:\/\/shop\.example; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers.get("cache-control")).toBe("no-store");
    const links = [...page.text.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link).toMatch(/^[\w-]{20}\/\w+$/);
  });

  test("works under another address than its own, from the first form to the last", async () => {
    const { gateway } = await startSandboxGateway();
    const front = await proxyOf(gateway.url);
    gateway.set({ pagesAt: `${front}/sandbox/pay` });
    const { body } = await call({ gateway }, "/transaction/initialize", payment);
    const page = await visit(body.data.authorization_url);
    expect(page.url).toMatch(new RegExp(`^${front}/sandbox/pay/[\\w-]{20}$`));
    expect(locationOf(await submit(page, "card", card("4000 0000 0000 0002")))).toBe(page.url);
    const refused = await submit(page, "card", { number: "1", expiry: "1", cvc: "1" });
    expect(refused.status).toBe(422);
    expect(locationOf(await submit(refused, "card", card("4000 0027 6000 3184")))).toBe(page.url);
    const asked = await visit(page.url);
    expect(locationOf(await submit(asked, "code", { code: "123456" }))).toBe(back);
  });

  test("that does not exist is 404", async () => {
    const setup = await startSandboxGateway();
    for (const code of ["none", "none/card", "..%2fcontrol"]) {
      expect((await visit(`${setup.gateway.url}/pay/${code}`)).status).toBe(404);
    }
  });
});

describe("a card", () => {
  test("that succeeds sends the buyer back with the reference, as Paystack does", async () => {
    const setup = await opened();
    const answer = await submit(setup.page, "card", card("4242 4242 4242 4242"));
    expect([answer.status, locationOf(answer), statusIn(setup)]).toEqual([303, back, "success"]);
    expect((await visit(setup.url)).text).toContain("This payment is done");
  });

  test.each([
    ["4000 0000 0000 0002", "The card was declined. Nothing was taken."],
    ["4000 0000 0000 9995", "The card has insufficient funds. Nothing was taken."],
  ])("%s fails, and another may be tried on the same page", async (number, words) => {
    const setup = await opened();
    const failed = await submit(setup.page, "card", card(number));
    expect([failed.status, locationOf(failed), statusIn(setup)]).toEqual([303, setup.url, "failed"]);
    const again = await visit(setup.url);
    expect(again.text).toContain(words);
    expect(locationOf(await submit(again, "card", card("4242 4242 4242 4242")))).toBe(back);
    expect(statusIn(setup)).toBe("success");
  });

  test("that needs a second step asks for the code, and takes only the right one", async () => {
    const setup = await opened();
    await submit(setup.page, "card", card("4000 0027 6000 3184"));
    const asked = await visit(setup.url);
    expect(asked.text).toContain("One-time code");
    expect(locationOf(await submit(asked, "code", { code: "111111" }))).toBe(setup.url);
    expect(statusIn(setup)).toBe("failed");
    const again = await submit(await visit(setup.url), "card", card("4000 0027 6000 3184"));
    expect((await visit(`${locationOf(again)}?other=1`)).text).toContain("Choose a test card");
    expect(locationOf(await submit(asked, "code", { code: " 123456 " }))).toBe(back);
    expect(statusIn(setup)).toBe("success");
  });

  test("that never answers takes the money and drops the buyer", async () => {
    const setup = await opened({}, { holdMs: 50 });
    await expect(submit(setup.page, "card", card("4000 0000 0000 0119"))).rejects.toThrow("fetch failed");
    expect(statusIn(setup)).toBe("success");
  });

  test("that pays late keeps the buyer waiting until they look again", async () => {
    const setup = await opened({}, { lateMs: 60_000 });
    const late = await submit(setup.page, "card", card("4000 0000 0000 0259"));
    expect([locationOf(late), statusIn(setup)]).toEqual([setup.url, "processing"]);
    expect((await visit(setup.url)).text).toContain("The bank is still deciding");
    expect(locationOf(await visit(`${setup.url}/next`))).toBe(setup.url);
    expect(locationOf(await visit(`${setup.url}/return`))).toBe(back);
    setup.clock.advance(60_000);
    expect(locationOf(await visit(`${setup.url}/next`))).toBe(back);
  });

  test("is charged once, however often the form is sent", async () => {
    const setup = await opened();
    const send = () => submit(setup.page, "card", card("4242 4242 4242 4242"));
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(locationOf)).toEqual([back, back, back]);
    expect(setup.gateway.transactions()[0]?.tries).toBe(1);
  });

  test.each([
    [{ number: "5500 0000 0000 0004", expiry: "12/40", cvc: "123" }, "number", "Use a test card"],
    [{ number: "", expiry: "", cvc: "" }, "number", "Use a test card"],
    [{ number: "4242-4242-4242-4242", expiry: "01/26", cvc: "123" }, "expiry", "not over"],
    [{ number: "4242 4242 4242 4242", expiry: "13/40", cvc: "123" }, "expiry", "not over"],
    [{ number: "4242 4242 4242 4242", expiry: "03/26", cvc: "1" }, "cvc", "three or four digits"],
  ])(
    "that is typed as %j is refused at %s, and only a test card is shown again",
    async (form, field, words) => {
      const setup = await opened();
      const refused = await submit(setup.page, "card", form);
      expect(refused.status).toBe(422);
      expect(refused.text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid`));
      expect(refused.text).toContain(words);
      expect(refused.text).not.toContain("5500");
      expect(statusIn(setup)).toBe("abandoned");
      const right = { number: "4242 4242 4242 4242", expiry: "03 / 2026", cvc: "123" };
      expect(locationOf(await submit(refused, "card", right))).toBe(back);
    },
  );
});

describe("the way out", () => {
  test("of a transfer is the same, when the money is there", async () => {
    const setup = await opened({}, { transferMs: 5_000 });
    const sent = await submit(setup.page, "transfer", {});
    expect([locationOf(sent), statusIn(setup)]).toEqual([setup.url, "pending"]);
    expect((await visit(setup.url)).text).toContain("Waiting for your transfer");
    setup.clock.advance(5_000);
    expect(locationOf(await visit(`${setup.url}/next`))).toBe(back);
  });

  test("is open to who cancels, by the seller's own address if there is one", async () => {
    const setup = await opened();
    expect(locationOf(await visit(`${setup.url}/cancel`))).toBe(back);
    const metadata = { cancel_action: "https://shop.example/cancelled" };
    const other = await opened({ metadata });
    expect(locationOf(await visit(`${other.url}/cancel`))).toBe("https://shop.example/cancelled");
    const odd = await opened({ metadata: { cancel_action: "javascript:alert(1)" }, callback_url: undefined });
    expect(locationOf(await visit(`${odd.url}/cancel`))).toBe(odd.url);
    expect(odd.page.text).not.toContain("Cancel");
    expect(statusIn(odd)).toBe("abandoned");
  });

  test("where the seller named none is a page that says it is done", async () => {
    const setup = await opened({ callback_url: undefined });
    const answer = await submit(setup.page, "card", card("4242 4242 4242 4242"));
    expect(locationOf(answer)).toBe(setup.url);
    expect((await visit(setup.url)).text).toContain("This payment is done");
  });
});
