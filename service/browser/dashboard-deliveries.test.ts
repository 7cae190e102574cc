import { startReceiver } from "billfold-sandbox/receiver";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, openBrowser, type Visitor } from "./browser.fixture.ts";
import { sees } from "./buyer.fixture.ts";
import { ask, press } from "./dashboard.fixture.ts";
import { newExaminer } from "./examine.fixture.ts";
import { listen, post, type Seller, startSeller } from "./seller.fixture.ts";
import { signedInOwner } from "./site.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
let owner: Visitor;
let page: Page;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSeller(open);
  browser = await openBrowser(open);
  owner = await signedInOwner(browser, seller, { size: "wide" });
  page = owner.page;
});
afterAll(() => open.disposeAsync());

async function openDelivery(id: number): Promise<void> {
  await page.goto(`${seller.url}/app/events/deliveries/${id}`);
  await sees(page, `Delivery ${id}`);
  const attempted = async () => {
    await press(page, "Refresh");
    return page.getByRole("heading", { name: "Attempt 1" }).isVisible();
  };
  await expect.poll(attempted, { timeout: 20_000 }).toBe(true);
}

async function failingDelivery(): Promise<number> {
  const gone = await startReceiver();
  await gone.close();
  const { endpoint } = await post(seller, "/webhooks/endpoints", { url: `${gone.url}/hook` });
  const { delivery } = await post(seller, "/webhooks/test", { endpoint_id: endpoint.id });
  return delivery.id;
}

describe.skipIf(hasNoBrowser)("the page of a delivery", () => {
  test("explains why it failed, with the attempt, the headers and the payload", async () => {
    const id = await failingDelivery();
    await openDelivery(id);
    await sees(page, "Why did this fail?");
    await page.getByText("The server did not accept the connection.").waitFor();
    await page.getByText("First attempt").waitFor();
    const headers = page.getByRole("table", { name: "Headers" });
    // The page may have been opened before the first attempt, and then has got its headers by the refresh.
    await expect
      .poll(() => headers.innerText())
      .toMatch(/user-agent\s+Billfold-Webhooks\/1.*x-pay-signature\s+t=\d+,v1=…/s);
    await page.getByText('"type": "webhook.test"').waitFor();
    expect(await page.getByRole("main").innerText()).toMatch(/POST http:\/\/\S+\/hook/);
    expect(owner.complaints).toEqual([]);
    const cookies = await page.context().cookies();
    const examine = await newExaminer(browser, seller.url, { looks: ["phone", "tablet", "wide"], cookies });
    await examine("delivery", async (visited) => {
      await visited.goto(`${seller.url}/app/events/deliveries/${id}`, { waitUntil: "networkidle" });
      await sees(visited, "Why did this fail?");
    });
  });

  test("checks the signature of what the endpoint received", async () => {
    const receiver = await listen(open, seller);
    await post(seller, "/customers", { name: "Adunni Obi" });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const { headers, body } = receiver.received.at(-1)!;
    await openDelivery(await failingDelivery());
    await press(page, "Check a signature");
    await press(page, "Check");
    await page.getByText("Paste at least the X-Pay-Signature header.").waitFor();
    await page
      .getByLabel("Headers your endpoint received")
      .fill(`X-Pay-Signature: ${headers["x-pay-signature"]}\nwebhook-id: ${headers["webhook-id"]}`);
    await page.getByLabel("Raw body your endpoint received").fill(body);
    await press(page, "Check");
    await page.getByText("The signature is valid.").waitFor();
    await page.getByLabel("Raw body your endpoint received").fill(body.replace("Adunni", "Adanna"));
    await press(page, "Check");
    await page.getByText("The signature is not valid.").waitFor();
    expect(await page.getByRole("status").getByRole("listitem").count()).toBeGreaterThan(0);
  });
});

describe.skipIf(hasNoBrowser)("events", () => {
  test("name the person who caused them, and can be limited to a type and a day", async () => {
    const { status } = await ask(page, "POST", "/app/api/customers", { name: "By hand" });
    expect(status).toBe(201);
    await page.goto(`${seller.url}/app/events?type=customer.created&created_from=2026-01-01`);
    const row = page.getByRole("row", { name: /customer\.created/ }).first();
    await row.waitFor();
    expect(await row.innerText()).toMatch(/By hand\s+Bola/);
    await row.getByRole("button", { name: /^View/ }).click();
    const dialog = page.getByRole("dialog", { name: "customer.created" });
    expect(await dialog.innerText()).toMatch(/By\s+Bola/);
    await press(dialog, "Close");
    const answered = page.waitForResponse((response) => response.url().includes("/app/api/activity?"));
    await page.goto(`${seller.url}/app/events?created_from=2099-01-01`);
    expect(((await (await answered).json()) as { events: object[] }).events).toEqual([]);
    await expect.poll(() => page.getByRole("row", { name: /customer\.created/ }).count()).toBe(0);
  });
});
