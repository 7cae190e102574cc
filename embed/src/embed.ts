import { says } from "./elements.ts";
import { showOrderPanel } from "./order-panel.ts";
import { newPanel, type Panel } from "./panel.ts";
import { neutralView, showInvoice } from "./pay-panel.ts";
import { isScript, type Setup, type TagRequest, tagRequestOf } from "./tag.ts";
import { texts } from "./texts.ts";

// Shared by every version of this file that may be on the page.
const mounted = Symbol.for("billfold");

type Tag = HTMLScriptElement & { [mounted]?: boolean };

/** Creates a panel for every tag that has none yet. Pages that insert tags later trigger it by the event below. */
function mountAll(): void {
  for (const script of document.querySelectorAll<Tag>("script[src]")) {
    if (script[mounted] || !isScript(script.src)) continue;
    const place = placeOf(script);
    if (!place && document.readyState === "loading") continue;
    script[mounted] = true;
    mount(script, place ?? document.body);
  }
}

/** The place of the tag, or the place that it names. Null if that does not exist, or not yet. */
function placeOf(script: Tag): Element | null {
  const { target } = script.dataset;
  if (!target) return document.head.contains(script) ? null : script;
  try {
    return document.querySelector(target);
  } catch {
    // Not a valid selector. The panels of other tags must still work.
    return null;
  }
}

function mount(script: Tag, place: Element): void {
  const { companyId = "", appId = "", theme } = script.dataset;
  const panel = newPanel(theme, script.nonce);
  if (place === script) script.after(panel.element);
  else place.append(panel.element);
  const portal = new URL(".", script.src).href;
  fill(panel, { portal, companyId, appId }, tagRequestOf(script.dataset, location.search));
}

function fill(panel: Panel, setup: Setup, wish: TagRequest): void {
  if (wish.panel === "order") showOrderPanel(panel, setup, wish.orderUrl);
  else if (wish.panel === "pay") showInvoice(panel, setup, wish.token);
  else if (wish.panel === "neutral") panel.show(neutralView());
  else {
    const { heading, what } = texts.broken;
    panel.show({ state: "error", heading: [heading], body: [says(what, wish.attribute)] });
  }
}

document.addEventListener("DOMContentLoaded", mountAll);
document.addEventListener("billfold:mount", mountAll);
mountAll();
