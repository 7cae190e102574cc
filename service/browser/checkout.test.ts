import type { Receiver } from "billfold-sandbox/receiver";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Size } from "./browser.fixture.ts";
import { chooseCard, follow, pressPay, sees, seesPaid } from "./buyer.fixture.ts";
import { listen, notificationsOf, paymentsOf, type Seller, sell, startSeller } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let receiver: Receiver;
let browser: Browser;
beforeAll(async () => {
  if (hasNoBrowser) return;
  browser = await openBrowser(open);
  seller = await startSeller(open);
  receiver = await listen(open, seller);
});
afterAll(() => open.disposeAsync());

const buyers: [size: Size, scripts: "with" | "without"][] = [
  ["phone", "with"],
  ["phone", "without"],
  ["desktop", "with"],
  ["desktop", "without"],
];

describe.skipIf(hasNoBrowser)("a payment link is paid from end to end", () => {
  test.each(buyers)("on a %s %s JavaScript", async (size, scripts) => {
    const sale = await sell(seller);
    const visitor = await newVisitor(browser, seller.url, { size, hasScripts: scripts === "with" });
    const { page } = visitor;

    await page.goto(sale.url);
    expect(await page.getByRole("main").innerText()).toMatch(/Order 4711.*Solar panel 450 W.*₦145,125\.00/s);
    await pressPay(page);
    await chooseCard(page, "Succeeds");
    await seesPaid(page);
    expect(page.url()).toBe(sale.url);
    await follow(page, "View receipt");
    await sees(page, "Receipt");
    expect(await page.getByRole("main").innerText()).toMatch(/₦145,125\.00.*Lagos Works Ltd.*Card/s);

    const address = await page.getByRole("link", { name: "PDF" }).getAttribute("href");
    const document = await page.request.get(new URL(address!, page.url()).href);
    expect(document.headers()["content-type"]).toBe("application/pdf");
    expect((await document.body()).subarray(0, 5).toString()).toBe("%PDF-");
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();

    expect(await notificationsOf(receiver, seller, sale, "invoice.paid")).toEqual([
      "invoice.created",
      "invoice.issued",
      "payment_link.created",
      "payment.recorded",
      "payment_link.paid",
      "invoice.paid",
    ]);
    const { link, invoice, payments } = await paymentsOf(seller, sale);
    expect(link).toMatchObject({ status: "paid", attempts: [{ status: "paid" }] });
    expect(invoice).toMatchObject({ status: "paid", amount_paid: sale.amount, amount_due: 0 });
    expect(payments).toEqual([
      expect.objectContaining({
        invoice_id: sale.invoiceId,
        amount: sale.amount,
        unallocated_amount: 0,
        method: "card",
        source: "gateway",
        late: false,
      }),
    ]);
  });
});
