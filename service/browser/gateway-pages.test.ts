import type { Gateway } from "billfold-sandbox/gateway";
import { afterAll, beforeAll, describe, test } from "vitest";
import { hasNoBrowser, openBrowser } from "./browser.fixture.ts";
import { pressPay, seesAlert, unfold } from "./buyer.fixture.ts";
import { begin, checkoutCases } from "./checkout-cases.fixture.ts";
import { at, type Examine, newExaminer, type Opening } from "./examine.fixture.ts";
import { type Seller, sell, startSellerBeside } from "./seller.fixture.ts";

const open = new AsyncDisposableStack();
const hour = 3600_000;
let seller: Seller & { gateway: Gateway };
let examine: Examine;
beforeAll(async () => {
  if (hasNoBrowser) return;
  // A payment that is undecided stays undecided while the page is examined.
  seller = await startSellerBeside(open, { lateMs: hour, transferMs: hour });
  examine = await newExaminer(await openBrowser(open), seller.url);
});
afterAll(() => open.disposeAsync());

/** Creates the state, and returns how to open it. */
type State = [name: string, prepare: () => Promise<Opening>];

const states: State[] = [
  ["gateway-choose", async () => at((await begin(seller, await sell(seller))).page, "Choose a test card")],
  [
    "gateway-type",
    async () =>
      at((await begin(seller, await sell(seller))).page, "Type a card", async (page) => {
        await unfold(page, "Type a card");
        await page.getByLabel("Card number").fill("5555 5555 5555 4444");
        await pressPay(page);
        await seesAlert(page, /Real cards/);
      }),
  ],
  [
    "gateway-transfer",
    async () =>
      at((await begin(seller, await sell(seller))).page, "Bank transfer", (page) =>
        unfold(page, "Bank transfer"),
      ),
  ],
  [
    "gateway-failed",
    async () =>
      at((await checkoutCases(seller, "isDeclined")).page, "Choose", (page) => seesAlert(page, /declined/)),
  ],
  ["gateway-code", async () => at((await checkoutCases(seller, "asksForCode")).page, "Enter the code")],
  [
    "gateway-waiting-transfer",
    async () => at((await checkoutCases(seller, "byTransfer")).page, "Waiting for your transfer"),
  ],
  [
    "gateway-waiting-card",
    async () => at((await checkoutCases(seller, "comesLate")).page, "The bank is still deciding"),
  ],
  ["gateway-done", async () => at((await checkoutCases(seller, "succeeds")).page, "This payment is done")],
  ["gateway-missing", async () => at(`${seller.url}/sandbox/pay/nothing`, "There is no such payment")],
];

describe.skipIf(hasNoBrowser)("fits, is accessible, and loads nothing from other origins:", () => {
  test.each(states)("%s", async (name, prepare) => examine(name, await prepare()));
});
