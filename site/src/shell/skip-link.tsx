import { texts } from "../texts/shell.ts";

/** The first thing that the Tab key reaches: past the navigation to the page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-60 rounded-control bg-raised p-3 font-semibold focus:not-sr-only focus:fixed focus:start-2 focus:top-2"
    >
      {texts.skip}
    </a>
  );
}
