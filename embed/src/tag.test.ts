import { describe, expect, test } from "vitest";
import { isScript, isToken, tagRequestOf } from "./tag.ts";

const token = "pt_1042_x7Qm0wz9Lr3TnVbY2cKd5A";
const ids = { companyId: "1", appId: "bf_test_x" };

describe("a tag", () => {
  test("without an invoice asks for the order panel", () => {
    expect(tagRequestOf(ids, "")).toEqual({ panel: "order", orderUrl: undefined });
    expect(tagRequestOf({ ...ids, orderUrl: "/order" }, "")).toEqual({ panel: "order", orderUrl: "/order" });
  });

  test("with a portal token asks for that invoice", () => {
    expect(tagRequestOf({ ...ids, invoiceId: token }, "")).toEqual({ panel: "pay", token });
  });

  test("with the name of a parameter takes the token from the page's address", () => {
    const named = { ...ids, invoiceId: "invoice" };
    expect(tagRequestOf(named, `?a=b&invoice=${token}`)).toEqual({ panel: "pay", token });
  });

  test("that can do both takes orders until somebody comes with an invoice", () => {
    const both = { ...ids, invoiceId: "invoice", orderUrl: "/order" };
    expect(tagRequestOf(both, "")).toEqual({ panel: "order", orderUrl: "/order" });
    expect(tagRequestOf(both, `?invoice=${token}`)).toEqual({ panel: "pay", token });
    expect(tagRequestOf(both, "?invoice=4711")).toEqual({ panel: "neutral" });
  });

  test.each([
    ["a bare number", "4711", ""],
    ["a bare number, also where orders are taken", "4711", "", "/order"],
    ["a number that is a parameter with a number", "4711", "?4711=4712"],
    ["a parameter that is not there", "invoice", ""],
    ["a parameter that is empty", "invoice", "?invoice="],
    ["a parameter with a bare number", "invoice", "?invoice=4711"],
    ["nothing", "", ""],
    ["half a token", token.slice(0, -1), ""],
    ["a token with a path in it", "invoice", `?invoice=${token}/../x`],
  ])(
    "with %s shows the neutral shell, and nobody is asked",
    (_what, invoiceId, search, orderUrl?: string) => {
      expect(tagRequestOf({ ...ids, invoiceId, orderUrl }, search)).toEqual({ panel: "neutral" });
    },
  );

  test.each([
    ["data-company-id", { appId: "bf_test_x" }],
    ["data-app-id", { companyId: "1" }],
  ])("without %s says so", (attribute, attributes) => {
    expect(tagRequestOf(attributes, "")).toEqual({ panel: "broken", attribute });
  });
});

test("what is no text is no token", () => {
  expect([undefined, null, 4711, [token]].filter(isToken)).toEqual([]);
});

test.each([
  ["https://pay.example/portal/embed.js", true],
  ["https://pay.example/site/portal/embed.js?v=1#x", true],
  ["https://pay.example/portal/embed.3f9c1a2b4d5e6f70.js", true],
  ["https://pay.example/portal/embed.json", false],
  ["https://pay.example/embed.js", false],
  ["", false],
])("%s is the script: %s", (address, expected) => {
  expect(isScript(address)).toBe(expected);
});
