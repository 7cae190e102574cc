import { notLoaded } from "./texts.ts";

/**
 * The script at the fixed address. It loads the panels from the versioned file beside it, which browsers cache for
 * good, and calls them for every tag, because that file runs only once per page.
 */
const { currentScript } = document;
const own =
  // `document.currentScript` could be shadowed by an element of that name, which a page may let its users insert
  // without allowing scripts.
  currentScript instanceof HTMLScriptElement
    ? currentScript
    : // A module has no such thing, but its tag is in the page.
      document.querySelector<HTMLScriptElement>('script[src*="/portal/embed.js"]')!;

// An import inherits the tag's nonce, and is no markup that the page would have to trust.
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
