import { expect, test } from "vitest";
import { type ListTab, optionLabel, tabOf } from "./filter-fields.ts";

const tabs: ListTab<"status" | "due" | "q">[] = [
  { count: "all", label: "All", filters: {} },
  { count: "open", label: "Open", filters: { status: "open" } },
  { count: "overdue", label: "Overdue", filters: { due: "overdue" } },
];

test("a tab is open when the address has exactly its filters", () => {
  expect(tabOf(tabs, {})?.count).toBe("all");
  expect(tabOf(tabs, { status: "open" })?.count).toBe("open");
  expect(tabOf(tabs, { status: "open", q: "Ada" })?.count).toBe("open");
});

test("no tab is open when the filters fit none", () => {
  expect(tabOf(tabs, { status: "open,paid" })).toBeUndefined();
  expect(tabOf(tabs, { status: "open", due: "overdue" })).toBeUndefined();
});

test("several values are named one by one, unknown ones as they are", () => {
  const options = [
    { value: "open", label: "Open" },
    { value: "paid", label: "Paid" },
  ];
  expect(optionLabel(options, "open,paid,odd")).toBe("Open, Paid, odd");
});
