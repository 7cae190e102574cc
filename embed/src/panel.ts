import { type Child, make } from "./elements.ts";
import { stylesheet } from "./style.ts";
import { texts } from "./texts.ts";

/** One view of a panel. */
export type View = {
  /** The state reported to the page by the event `billfold:state`. */
  state: string;
  /** A view without a state is still loading. */
  heading?: Child[];
  body: Child[];
  /** What else the page around should know. */
  details?: object;
};

export type Panel = {
  element: HTMLElement;
  show(view: View): void;
  /** For screen readers. */
  say(words: string): void;
};

/** A custom element with a shadow root: the page's styles do not reach into it. */
export function newPanel(theme: string | undefined, nonce: string): Panel {
  const element = document.createElement("billfold-panel");
  element.lang = texts.language;
  element.dir = "ltr";
  if (theme) element.dataset.theme = theme;
  const root = element.attachShadow({ mode: "open" });
  const voice = make("p", { class: "unseen", role: "status" });
  let card = make("div");
  root.append(card, voice);
  applyStyle(root, nonce);

  const say = (words: string) => {
    voice.textContent = words;
  };
  const show = ({ state, heading, body, details }: View) => {
    const hadFocus = root.activeElement !== null;
    const title = heading && make("h2", { id: "title", tabindex: -1 }, ...heading);
    const traits = { "aria-labelledby": title && "title", "aria-busy": !title && "true" };
    const next = make("div", { class: "card", role: "group", tabindex: -1, ...traits }, title, ...body);
    card.replaceWith(next);
    card = next;
    // The focused element is gone. Keyboard users continue from here, instead of from the top of the page.
    if (hadFocus) (title ?? card).focus();
    say(title?.textContent ?? texts.loading);
    const heard = { bubbles: true, composed: true, detail: { state, ...details } };
    element.dispatchEvent(new CustomEvent("billfold:state", heard));
  };
  return { element, show, say };
}

/** As a constructed stylesheet, which strict policies allow. Older browsers need a style element all the same. */
function applyStyle(root: ShadowRoot, nonce: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(stylesheet);
    root.adoptedStyleSheets = [sheet];
  } catch {
    root.append(make("style", { nonce }, stylesheet));
  }
}
