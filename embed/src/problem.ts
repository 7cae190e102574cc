import { button, type Child, says } from "./elements.ts";
import type { View } from "./panel.ts";
import { Trouble } from "./service.ts";
import { texts } from "./texts.ts";

/** Something could not be loaded. Trying again helps with everything except what does not exist. */
export function problemView(error: unknown, retry: () => void, below?: Child): View {
  const fault = error instanceof Trouble ? error.fault : "fault";
  const { heading, what } = texts.problem[fault];
  const again = fault !== "missing" && button(texts.again, retry);
  return { state: "error", details: { error: fault }, heading: [heading], body: [says(what), again, below] };
}

export const loadingView = (): View => ({ state: "loading", body: [texts.loading] });
