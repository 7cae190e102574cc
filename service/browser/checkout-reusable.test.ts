import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser, newVisitor, openBrowser, type Size } from "./browser.fixture.ts";
import { chooseCard, follow, sees, seesAlert, seesPaid } from "./buyer.fixture.ts";
import { post, type Seller, startSeller } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
let seller: Seller;
let browser: Browser;
beforeAll(async () => {
  if (hasNoBrowser) return;
  browser = await openBrowser(open);
  seller = await startSeller(open);
});
afterAll(() => open.disposeAsync());

const buyers: [size: Size, scripts: "with" | "without"][] = [
  ["phone", "without"],
  ["wide", "with"],
];

describe.skipIf(hasNoBrowser)("two buyers of one reusable link with a quantity", () => {
  test.each(buyers)("each pay on their own, on a %s screen %s JavaScript", async (size, scripts) => {
    const link = await post(seller, "/payments/link", {
      amount: 2_500,
      label: "Ticket for the concert in Ikeja",
      reusable: true,
      max_payments: 2,
      max_quantity: 5,
    });
    const visit = () => newVisitor(browser, [seller.url], { size, hasScripts: scripts === "with" });
    const [ada, ben, eve] = [await visit(), await visit(), await visit()];
    const keep = async ({ page }: typeof ada, name: string) => {
      const folder = process.env.BILLFOLD_SHOTS;
      if (folder) await page.screenshot({ path: `${folder}/reusable-${name}-${size}.png`, fullPage: true });
    };
    const choose = async ({ page }: typeof ada, quantity: string) => {
      await page.goto(link.checkout_url as string);
      await page.getByLabel("Quantity").fill(quantity);
      await page.getByRole("button", { name: "Continue to payment" }).click();
    };
    await choose(ada, "6");
    await ada.page.getByText("Enter a whole number from 1 to 5.").waitFor();
    await keep(ada, "too-many");
    await choose(ada, "3");
    await choose(ben, "1");
    await choose(eve, "1");
    await sees(eve.page, "Others are paying right now");
    await keep(eve, "held");
    await chooseCard(ada.page, "Succeeds");
    await seesPaid(ada.page);
    expect(await ada.page.getByRole("main").innerText()).toMatch(/₦7,500\.00.*Quantity\s+3/s);
    await keep(ada, "paid");
    await chooseCard(ben.page, "Is declined");
    await seesAlert(ben.page, /declined/i);
    await follow(ben.page, "Cancel and go back");
    await seesAlert(ben.page, /declined/i);
    await choose(ben, "2");
    await chooseCard(ben.page, "Succeeds");
    await seesPaid(ben.page);
    await follow(ben.page, "View receipt");
    await sees(ben.page, "Receipt");
    expect(await ben.page.getByRole("main").innerText()).toContain("₦5,000.00");
    await follow(ben.page, "Français");
    expect(await ben.page.getByRole("main").innerText()).toMatch(/5\s000,00/);
    await ada.page.reload();
    expect(await ada.page.getByRole("main").innerText()).toContain("₦7,500.00");
    await eve.page.goto(link.checkout_url as string);
    await sees(eve.page, "This payment link is closed");
    await keep(eve, "closed");
    for (const { complaints, leave } of [ada, ben, eve]) {
      expect(complaints.filter((complaint) => !/40[9]|422/.test(complaint))).toEqual([]);
      await leave();
    }
  });
});
