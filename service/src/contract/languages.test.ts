import { expect, test } from "vitest";
import { preferredLanguage } from "./languages.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["fr", "fr"],
  ["fr-SN,fr;q=0.9,en;q=0.8", "fr"],
  ["en-NG,en;q=0.9,fr;q=0.8", "en"],
  ["yo,fr;q=0.5,en;q=0.4", "fr"],
  ["en;q=0.3, FR-ci;q=0.7", "fr"],
  ["fr;q=0,de", "en"],
  ["fr;q=nonsense", "en"],
  ["*", "en"],
  ["toString,__proto__", "en"],
])("a browser that accepts %j is served in %s", (accepted, language) =>
  expect(preferredLanguage(accepted)).toBe(language),
);
