import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type VisitorOptions } from "./browser.fixture.ts";
import { chooseCard, follow, pressPay, sees, seesAlert, seesPaid, tabTo, unfold } from "./buyer.fixture.ts";
import {
  expire,
  makeLink,
  paymentsOf,
  post,
  type Sale,
  type Seller,
  sell,
  startSellerBeside,
} from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
beforeAll(async () => {
  if (hasNoBrowser) return;
  seller = await startSellerBeside(open, { lateMs: 1000, transferMs: 1000, holdMs: 100 });
  browser = await openBrowser(open);
});
afterAll(() => open.disposeAsync());

/** A buyer opens a new link, and the browser never reports an error. */
async function walk(habits: VisitorOptions, steps: (page: Page, sale: Sale) => Promise<void>): Promise<Sale> {
  const sale = await sell(seller);
  const { page, complaints, leave } = await newVisitor(browser, seller.url, habits);
  await page.goto(sale.url);
  await steps(page, sale);
  expect(complaints).toEqual([]);
  await leave();
  return sale;
}

async function expectPaidOnce(sale: Sale, tries: string[]): Promise<void> {
  const { link, invoice, payments } = await paymentsOf(seller, sale);
  expect([link.status, invoice.status]).toEqual(["paid", "paid"]);
  expect(payments.map(({ amount }) => amount)).toEqual([sale.amount]);
  expect(link.attempts.map(({ status }: { status: string }) => status)).toEqual(tries);
}

describe.skipIf(hasNoBrowser)("a card", () => {
  test.each([
    ["is declined", "Is declined", /declined/i],
    ["has insufficient funds", "Has insufficient funds", /insufficient funds/i],
  ])("that %s shows the buyer the reason and allows another attempt", async (_what, card, reason) => {
    const sale = await walk({ hasScripts: false }, async (page) => {
      await pressPay(page);
      await chooseCard(page, card);
      await seesAlert(page, reason);
      await follow(page, "Cancel and go back");
      await seesAlert(page, reason);
      await pressPay(page);
      await chooseCard(page, "Succeeds");
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid", "failed"]);
  });

  test("that was declined can be followed by another on the same page", async () => {
    const sale = await walk({}, async (page) => {
      await pressPay(page);
      await chooseCard(page, "Is declined");
      await seesAlert(page, /Nothing was taken/);
      await chooseCard(page, "Succeeds");
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid"]);
  });

  test("that asks for a code accepts only the right one", async () => {
    const sale = await walk({ hasScripts: false }, async (page) => {
      const enter = async (code: string) => {
        await chooseCard(page, "Asks for a one-time code");
        await page.getByLabel("One-time code").fill(code);
        await page.getByRole("button", { name: /^Confirm/ }).click();
      };
      await pressPay(page);
      await enter("000000");
      await seesAlert(page, /code was wrong/);
      await enter("123456");
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid"]);
  });

  test("can be typed, and one that is not a test card is refused and not stored", async () => {
    const sale = await walk({ size: "desktop" }, async (page) => {
      const type = async (number: string) => {
        await page.getByLabel("Card number").fill(number);
        await page.getByLabel("Expires").fill("12/40");
        await page.getByLabel("Security code").fill("123");
        await pressPay(page);
      };
      await pressPay(page);
      await unfold(page, "Type a card");
      await type("5555 5555 5555 4444");
      await seesAlert(page, /Real cards are not taken/);
      expect(await page.getByLabel("Card number").inputValue()).toBe("");
      await type("4242 4242 4242 4242");
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid"]);
  });

  test("whose page takes the money and then fails is paid when the buyer returns to the link", async () => {
    const sale = await walk({}, async (page, { url }) => {
      await pressPay(page);
      await chooseCard(page, "Takes the money, then never answers");
      await page.goto(url);
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid"]);
  });
});

describe.skipIf(hasNoBrowser)("a payment that is decided later", () => {
  test("a bank transfer is polled by a page that reloads itself, also without JavaScript", async () => {
    const sale = await walk({ hasScripts: false }, async (page) => {
      await pressPay(page);
      await unfold(page, "Bank transfer");
      await page.getByRole("button", { name: "I have sent the money" }).click();
      await sees(page, "Waiting for your transfer");
      await follow(page, "Go back to the seller");
      await sees(page, "Your payment is being confirmed");
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid"]);
  });

  test("a card whose bank decides late is polled too", async () => {
    const sale = await walk({ size: "desktop" }, async (page) => {
      await pressPay(page);
      await chooseCard(page, "only later");
      await sees(page, "The bank is still deciding");
      await follow(page, "Go back to the seller");
      await sees(page, "Your payment is being confirmed");
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid"]);
  });
});

describe.skipIf(hasNoBrowser)("a buyer", () => {
  test("who pays half of an invoice reads what is left, on the checkout and on the receipt", async () => {
    const { invoiceId, reference } = await sell(seller);
    await post(seller, `/payments/links/${reference}/cancel`);
    const half = await makeLink(seller, { invoice_id: invoiceId, amount: 45_125 });
    const { page, complaints, leave } = await newVisitor(browser, seller.url);
    await page.goto(half.url);
    await pressPay(page);
    await chooseCard(page, "Succeeds");
    await seesPaid(page);
    const outcome = await page.getByRole("main").innerText();
    expect(outcome).toContain("₦100,000.00 of this invoice is still to be paid.");
    expect(outcome).not.toContain("You’re all set");
    await follow(page, "View receipt");
    await page.getByText("Still to pay").waitFor();
    expect(await page.getByRole("main").innerText()).toMatch(/Still to pay\s+₦100,000\.00/);
    expect(complaints).toEqual([]);
    await leave();
  });

  test("who turns back at the gateway can continue from the link, to the same page", async () => {
    const sale = await walk({ hasScripts: false }, async (page) => {
      await pressPay(page);
      await follow(page, "Cancel and go back");
      await sees(page, "Your payment is not finished yet");
      await follow(page, "Continue to");
      await chooseCard(page, "Succeeds");
      await seesPaid(page);
    });
    await expectPaidOnce(sale, ["paid"]);
  });

  test("with the link open in three tabs pays once, whatever is pressed in the others", async () => {
    const sale = await walk({ size: "desktop" }, async (page, { url }) => {
      const [second, third] = [await page.context().newPage(), await page.context().newPage()];
      await second.goto(url);
      await third.goto(url);
      await pressPay(page);
      await chooseCard(page, "Succeeds");
      await seesPaid(page);
      await second.reload();
      await seesPaid(second);
      await pressPay(third);
      await seesPaid(third);
    });
    await expectPaidOnce(sale, ["paid"]);
  });

  test("with a keyboard and no mouse gets from the link to the receipt, and the focus is always visible", async () => {
    const sale = await walk({ size: "desktop" }, async (page) => {
      await tabTo(page, /^Pay /);
      await page.keyboard.press("Enter");
      await sees(page, "Choose a test card");
      await tabTo(page, /Succeeds$/);
      await page.keyboard.press("Enter");
      await seesPaid(page);
      await tabTo(page, /View receipt/);
      await page.keyboard.press("Enter");
      await sees(page, "Receipt");
    });
    await expectPaidOnce(sale, ["paid"]);
  });

  test.each([
    [
      "is cancelled",
      ({ reference }: Sale) => post(seller, `/payments/links/${reference}/cancel`),
      "was cancelled",
    ],
    ["expires", (sale: Sale) => expire(seller, sale), "has expired"],
    [
      "is no longer needed",
      ({ invoiceId }: Sale) => post(seller, `/invoices/${invoiceId}/void`),
      "nothing to pay",
    ],
  ])(
    "whose link %s before they press the button sees the reason, and pays nothing",
    async (_what, end, heading) => {
      const sale = await walk({ hasScripts: false }, async (page, opened) => {
        await end(opened);
        await pressPay(page);
        await sees(page, heading);
      });
      const { link, payments } = await paymentsOf(seller, sale);
      expect([link.attempts, payments]).toEqual([[], []]);
    },
  );
});
