import { notLoaded } from "./texts.ts";

/**
 * What stands at the fixed address. It loads the panels from the versioned file beside it, which browsers keep for good,
 * and calls them for every tag, because that file runs once a page.
 */
const { currentScript } = document;
const own =
  // An element with this name takes its place, and a guest of the page may be allowed pictures, but no scripts.
  currentScript instanceof HTMLScriptElement
    ? currentScript
    : // A module has no such thing, but its tag is in the page.
      document.querySelector<HTMLScriptElement>('script[src*="/portal/embed.js"]')!;

// An import takes the tag's nonce along, and is no markup that a page would have to trust.
import(new URL("__EMBED_FILE__", own.src).href).then(
  () => document.dispatchEvent(new Event("billfold:mount")),
  (fault) => {
    console.error(fault);
    const notice = document.createElement("p");
    notice.setAttribute("role", "alert");
    notice.textContent = notLoaded;
    own.after(notice);
  },
);
