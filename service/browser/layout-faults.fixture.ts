import type { Page } from "playwright-core";

/**
 * Text and controls that a person cannot read or reach: off the page, outside of the box that surrounds them, or cut
 * where neither a scroll bar nor a title shows the rest.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults = new Set<string>();
    const pageWidth = document.documentElement.clientWidth;
    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()}> “${(element.textContent ?? "").trim().slice(0, 40)}”`;
    const isFocusable = (element: HTMLElement | null) => element !== null && element.tabIndex >= 0;
    /** The rest of the text can be read elsewhere. */
    const hasTitle = (element: Element) => element.closest("[title], [aria-label]") !== null;
    const hasText = (element: Element) =>
      [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
    /** Where the text is, which may be wider than its element. */
    const extentOf = (element: Element): DOMRect => {
      if (!hasText(element)) return element.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const isOutside = (inner: DOMRect, left: number, right: number) =>
      inner.right > right + 1.5 || inner.left < left - 1.5;

    const checkAncestors = (element: HTMLElement, extent: DOMRect): void => {
      for (
        let outer: HTMLElement | null = element;
        outer && outer !== document.body;
        outer = outer.parentElement
      ) {
        const style = getComputedStyle(outer);
        const box = outer.getBoundingClientRect();
        const scrolls = style.overflowX === "auto" || style.overflowX === "scroll";
        if (scrolls && isOutside(extent, box.left, box.right)) {
          const target = element.closest<HTMLElement>("a, button, input");
          // The arrow keys reach the other tabs of a row.
          if (target?.matches("[role=tab]")) return;
          if (!isFocusable(outer) && !isFocusable(target))
            faults.add(`${describe(outer)} hides what it scrolls`);
          return;
        }
        if (scrolls) return;
        // What only screen readers read is a pixel wide.
        if (style.position === "absolute" && box.width <= 1) return;
        const clips = style.overflowX === "hidden" || style.overflowX === "clip";
        if (clips && isOutside(extent, box.left, box.right)) {
          if (!hasTitle(element)) faults.add(`${describe(element)} is cut`);
          return;
        }
        const isBox =
          outer !== element && (style.borderLeftWidth !== "0px" || style.borderRightWidth !== "0px");
        if (isBox && isOutside(extent, box.left, box.right))
          faults.add(`${describe(element)} sticks out of ${describe(outer)}`);
        if (style.position === "fixed") break;
      }
      if (isOutside(extent, 0, pageWidth)) faults.add(`${describe(element)} is off the page`);
    };

    const canvas = document.createElement("canvas").getContext("2d")!;
    /** The hint of an empty field, which has no box of its own. */
    const isHintCut = (element: Element): boolean => {
      if (!(element instanceof HTMLInputElement) || element.value !== "") return false;
      const { font, paddingLeft, paddingRight } = getComputedStyle(element);
      canvas.font = font;
      const space = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return canvas.measureText(element.placeholder).width > space + 1;
    };

    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isSeen || element.closest(".sr-only, svg *, option, [aria-hidden=true]")) continue;
      const isControl = element.matches("a, button, input, select, textarea, svg, img, iframe");
      if (!isControl && !hasText(element)) continue;
      const extent = extentOf(element);
      if (extent.width < 2 || extent.height < 2) continue;
      checkAncestors(element, extent);
      const style = getComputedStyle(element);
      const isClamped = style.overflowY === "hidden" && element.scrollHeight > element.clientHeight + 4;
      if (isClamped && hasText(element) && !hasTitle(element)) faults.add(`${describe(element)} is cut`);
      const isCutField =
        element.matches("select") && element.scrollWidth > element.clientWidth + 1 && !hasTitle(element);
      if (isHintCut(element)) faults.add(`the hint “${(element as HTMLInputElement).placeholder}” is cut`);
      if (isCutField) faults.add(`${describe(element)} is cut`);
    }
    return [...faults];
  });

/**
 * Words that are broken inside because their column is too narrow for them. A long address or hash may continue on the
 * next line, but a person cannot read what is broken every few letters.
 * Code and payloads are not words.
 */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const fewestLetters = 8;
    // Scripts without spaces between words are broken anywhere by their own rules.
    const hasNoSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
    const faults = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    /** Letters of different fonts in one line begin at different heights. */
    const countLines = (range: Range): number => {
      let [count, end] = [0, Number.NEGATIVE_INFINITY];
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      for (const { top, bottom, height } of boxes.sort((one, other) => one.top - other.top)) {
        if (top > end - height / 2) count += 1;
        end = Math.max(end, bottom);
      }
      return count;
    };
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent ?? "";
      const parent = node.parentElement;
      if (!parent || text.trim() === "" || hasNoSpaces.test(text)) continue;
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parent.closest(".sr-only, svg, option, style, script, pre, code, [aria-hidden=true]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (countLines(range) < 2) continue;
      // An address is one word, wherever it is broken; in other text the browser also breaks after these signs.
      const words = text.matchAll(/\S*(?:@|[.:]\S*\/)\S*|[^\s\-–—/?·|…\u00ad\u200b]+/g);
      for (const { 0: word, index } of words) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = countLines(range);
        if (lines > 1 && word.length / lines < fewestLetters)
          faults.add(
            `“${word.slice(0, 40)}” is broken into ${lines} lines in <${parent.tagName.toLowerCase()}>`,
          );
      }
    }
    return [...faults];
  });
