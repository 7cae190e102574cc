import type { Locator, Page, Request } from "playwright-core";

/** A link, button or field, marked in the page with `data-control` so that it can be found again. */
export type Control = {
  mark: number;
  kind: "link" | "button" | "confirm" | "cancel" | "toggle" | "select" | "text" | "file";
  /** What a person would call it; the same on every visit. */
  name: string;
  /** The target of a link. */
  href?: string;
  /** The link opens a document and not a page of the dashboard. */
  isDocument?: boolean;
};

export const keyOf = ({ kind, name }: Control): string => `${kind} “${name}”`;

/** An open dialog, menu or list of choices; toasts are dialogs to the browser too, but have no title. */
const overlay =
  ":is([role=dialog][aria-labelledby], [role=dialog][aria-label], [role=alertdialog], [role=menu], [role=listbox]):not([data-closed])";

export const overlayOf = (page: Page): Locator => page.locator(overlay).last();

export const hasOverlay = async (page: Page): Promise<boolean> =>
  (await page.locator(overlay).count()) > 0 && (await overlayOf(page).isVisible());

/** The name of the open dialog or menu. */
export const overlayName = (page: Page): Promise<string> =>
  overlayOf(page).evaluate((element) => {
    const title = document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.innerText;
    return (title ?? element.getAttribute("aria-label") ?? element.getAttribute("role") ?? "").replace(
      /\d+/g,
      "#",
    );
  });

/**
 * Every control that a person can reach inside of `within`. Rows of a list are alike, so only the controls of the first
 * one are returned.
 */
export const findControls = (within: Locator): Promise<Control[]> =>
  within.evaluate((root) => {
    const nameOf = (element: HTMLElement): string => {
      const labelled = element.getAttribute("aria-labelledby");
      const texts = [
        element.getAttribute("aria-label"),
        labelled
          ?.split(" ")
          .map((id) => document.getElementById(id)?.innerText)
          .join(" "),
        (element as HTMLInputElement).labels?.[0]?.innerText,
        element.innerText,
        element.getAttribute("placeholder"),
        element.title,
      ];
      return (texts.find((text) => text?.trim()) ?? "").trim().replace(/\s+/g, " ").replace(/\d+/g, "#");
    };
    const isLaterRow = (element: Element): boolean => {
      const row = element.closest(
        "tbody > tr, ul > li, ol > li, [role=listbox] > *, [role=grid] button, fieldset div:has(> [type=checkbox])",
      );
      if (!row || row.closest("nav")) return false;
      const alike = [...(row.parentElement?.children ?? [])].filter(({ tagName }) => tagName === row.tagName);
      return alike.length > 3 && alike[0] !== row;
    };
    const kindOf = (element: HTMLElement): Control["kind"] => {
      if (element instanceof HTMLAnchorElement) return "link";
      if (element instanceof HTMLSelectElement) return "select";
      if (element instanceof HTMLTextAreaElement) return "text";
      if (element instanceof HTMLInputElement) {
        if (element.type === "checkbox" || element.type === "radio") return "toggle";
        return element.type === "file" ? "file" : "text";
      }
      if (/^(checkbox|switch|radio)$/.test(element.getAttribute("role") ?? "")) return "toggle";
      if (/^(Cancel|Close)$/.test(nameOf(element))) return "cancel";
      return root.matches("[role=alertdialog]") || (element as HTMLButtonElement).type === "submit"
        ? "confirm"
        : "button";
    };
    const selector =
      "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=menuitem], [role=option]";
    const found = [...root.querySelectorAll<HTMLElement>(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getClientRects().length > 0 &&
        !element.matches(":disabled, [aria-disabled=true], [data-base-ui-focus-guard], [aria-hidden=true]") &&
        !element.closest("[inert], [aria-hidden=true], .sr-only") &&
        // The open tab and the current page stay as they are.
        !element.matches("[aria-selected=true], [aria-current], [aria-pressed=true]") &&
        !isLaterRow(element),
    );
    for (const marked of document.querySelectorAll<HTMLElement>("[data-control]"))
      delete marked.dataset.control;
    return found.map((element, mark) => {
      element.dataset.control = String(mark);
      const common = { mark, kind: kindOf(element), name: nameOf(element) };
      if (!(element instanceof HTMLAnchorElement)) return common;
      return { ...common, href: element.href, isDocument: element.matches("[target], [download]") };
    });
  });

/** What a person could notice: content, dialogs and menus, the page's address. Marks and generated ids are left out. */
const noticeable = (pressed: Locator): Promise<string> =>
  pressed.evaluateAll(([button]) => {
    const fields = document.querySelectorAll<HTMLInputElement>("input, select, textarea");
    const state = [...fields].map(({ checked, value }) => `${checked} ${value}`);
    // A button whose form is incomplete moves the focus to the first field to correct.
    const focused = document.activeElement === button ? "" : document.activeElement?.outerHTML.slice(0, 80);
    const html = document.body.innerHTML
      .replace(/ (data-control|id|for|aria-controls|aria-labelledby|aria-describedby|aria-owns)="[^"]*"/g, "")
      .replace(
        / data-(hovered|highlighted|focus-visible|pressed|starting-style|ending-style|transitioning)="[^"]*"/g,
        "",
      );
    return [location.href, document.title, focused, ...state, html].join("\n");
  });

/** Operates the control as a person would. The answer is what went wrong: nothing changed, or not what should. */
export async function operate(page: Page, control: Control): Promise<string | undefined> {
  const element = page.locator(`[data-control="${control.mark}"]`);
  switch (control.kind) {
    case "text":
      return typeInto(element);
    case "select":
      return chooseAnother(element);
    case "toggle":
      return toggle(element);
    case "file":
      await element.setInputFiles({
        name: "rows.csv",
        mimeType: "text/csv",
        buffer: Buffer.from("name\nAda\n"),
      });
      return undefined;
    default:
      return press(page, element);
  }
}

async function typeInto(element: Locator): Promise<string | undefined> {
  const isFixed = await element.evaluate((field) => (field as HTMLInputElement).readOnly);
  if (isFixed) return undefined;
  const [type, mode, role] = await element.evaluate((field) => [
    (field as HTMLInputElement).type,
    field.getAttribute("inputmode"),
    field.getAttribute("role"),
  ]);
  const before = await element.inputValue();
  const isNumber = type === "number" || mode === "decimal" || mode === "numeric";
  const byType: Record<string, string> = {
    date: "2026-01-31",
    color: "#336699",
    email: "ada@customer.example",
    url: "https://shop.example/orders",
  };
  const value = byType[type!] ?? (isNumber ? "7" : role === "combobox" ? "a" : "7 Oak");
  await element.fill(value);
  const after = await element.inputValue();
  return after === before && before !== value ? "takes no text" : undefined;
}

async function chooseAnother(element: Locator): Promise<string | undefined> {
  const others = await element.evaluate((field) =>
    [...(field as unknown as HTMLSelectElement).options]
      .filter(({ selected, disabled }) => !selected && !disabled)
      .map(({ value }) => value),
  );
  if (others.length === 0) return undefined;
  await element.selectOption(others[0]!);
  const chosen = await element.evaluate((field) => (field as unknown as HTMLSelectElement).value);
  return chosen === others[0] ? undefined : "does not keep the choice";
}

async function toggle(element: Locator): Promise<string | undefined> {
  const state = () =>
    element.evaluate((field) =>
      String((field as HTMLInputElement).checked ?? field.getAttribute("aria-checked")),
    );
  // The chosen one of several stays chosen.
  if (await element.evaluate((field) => field.matches("[type=radio]:checked"))) return undefined;
  const before = await state();
  // On a phone, messages and the bars at the top and bottom cover the edges. Messages spread out under the mouse.
  await element.page().mouse.move(0, 0);
  await element.evaluate((field) => field.scrollIntoView({ block: "center" }));
  const label = element.locator("xpath=ancestor::label[1]");
  await ((await label.count()) > 0 ? label : element).click();
  for (let tries = 0; tries < 60; tries++)
    if ((await state().catch(() => "gone")) !== before) return undefined;
  return "cannot be changed";
}

async function press(page: Page, element: Locator): Promise<string | undefined> {
  let isHeard = false;
  const hear = () => {
    isHeard = true;
  };
  // A button may load the same data again.
  const hearRequest = (request: Request) => request.resourceType() === "fetch" && hear();
  page.on("download", hear).on("popup", hear).on("filechooser", hear).on("request", hearRequest);
  try {
    await page.evaluate("document.activeElement?.blur()");
    const before = await noticeable(element);
    await element.click();
    for (let tries = 0; tries < 60; tries++) {
      if (isHeard || (await noticeable(element).catch(() => "")) !== before) return undefined;
      await page.waitForTimeout(50);
    }
    return "does nothing";
  } finally {
    page.off("download", hear).off("popup", hear).off("filechooser", hear).off("request", hearRequest);
  }
}
