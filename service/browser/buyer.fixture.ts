import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What a buyer does and sees, by the words on the pages and nothing else. */
export const pressPay = (page: Page) => page.getByRole("button", { name: /^Pay / }).click();

/** On the gateway's page, by what the card is said to do. */
export const chooseCard = (page: Page, what: string) =>
  page.getByRole("button", { name: new RegExp(`${what}$`) }).click();

export const follow = (page: Page, words: string) => page.getByRole("link", { name: words }).click();

export const unfold = (page: Page, words: string) => page.locator("summary", { hasText: words }).click();

/** Waits until a page with this heading is there. */
export const sees = (page: Page, heading: string) => page.getByRole("heading", { name: heading }).waitFor();

export const seesAlert = async (page: Page, words: RegExp) =>
  expect(await page.getByRole("alert").innerText()).toMatch(words);

export const seesPaid = (page: Page) => sees(page, "Payment received");

/** Moves the focus from thing to thing until it is on the one with these words, and can be seen there. */
export async function tabTo(page: Page, words: RegExp): Promise<void> {
  for (let steps = 0; steps < 30; steps++) {
    await page.keyboard.press("Tab");
    const [text, outline] = await page.evaluate<[string, string]>(focused);
    if (!words.test(text)) continue;
    expect(outline, `the focus on ${text}`).not.toBe("none");
    return;
  }
  throw new Error(`the keyboard does not get to ${words}`);
}

/** The words on what has the focus, or those of its label, also inside of a panel; and whether the focus is seen. */
const focused = `(() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const words = element.ariaLabel || element.innerText || element.labels?.[0]?.textContent || "";
  return [words, getComputedStyle(element).outlineStyle];
})()`;
