import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The actions of a buyer, who finds everything by the text on the pages. */
export const pressPay = (page: Page) => page.getByRole("button", { name: /^Pay / }).click();

/** Chooses a card on the gateway's page by the description of its outcome. */
export const chooseCard = (page: Page, what: string) =>
  page.getByRole("button", { name: new RegExp(`${what}$`) }).click();

export const follow = (page: Page, words: string) => page.getByRole("link", { name: words }).click();

export const unfold = (page: Page, words: string) => page.locator("summary", { hasText: words }).click();

/** Waits until a page with this heading is shown. */
export const sees = (page: Page, heading: string) => page.getByRole("heading", { name: heading }).waitFor();

export const seesAlert = async (page: Page, words: RegExp) =>
  expect(await page.getByRole("alert").innerText()).toMatch(words);

export const seesPaid = (page: Page) => sees(page, "Payment received");

/** Moves the focus with the keyboard until it is visibly on the element with this text. */
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

/** The text or label of the focused element, also inside a panel, and whether the focus is visible. */
const focused = `(() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const words = element.ariaLabel || element.innerText || element.labels?.[0]?.textContent || "";
  return [words, getComputedStyle(element).outlineStyle];
})()`;
