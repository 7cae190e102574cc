import { expect, test } from "vitest";
import { showMoney } from "./money.ts";

test("amounts show as many decimals as their currency has", () => {
  expect(showMoney("145125.5", "NGN", 2)).toBe("₦145,125.50");
  expect(showMoney(1500, "JPY", 0)).toBe("¥1,500");
  expect(showMoney("2.125", "KWD", 3)).toMatch(/^KWD\s2\.125$/);
});

test("a currency has the decimals that the service says, not those that the browser believes in", () => {
  expect(showMoney("1500.5", "HUF", 2)).toMatch(/1,500\.50$/);
});

test("a unit price may have more", () => {
  expect(showMoney(0.012345, "USD", 2)).toBe("$0.012345");
});

test("amounts of fifteen digits are shown to the last", () => {
  expect(showMoney("9999999999999.99", "USD", 2)).toBe("$9,999,999,999,999.99");
});
