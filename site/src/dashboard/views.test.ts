import { expect, test } from "vitest";
import { readViews, storeViews, withView } from "./views.ts";

function newStore() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("views are kept for each person, company and list", () => {
  const store = newStore();
  const views = [{ name: "Late", search: { due: "overdue" } }];
  storeViews(store, 1, 2, "invoices", views);
  expect(readViews(store, 1, 2, "invoices")).toEqual(views);
  expect(readViews(store, 1, 3, "invoices")).toEqual([]);
  expect(readViews(store, 1, 2, "sales")).toEqual([]);
});

test("saving under a name that is taken replaces the view", () => {
  const first = withView([], { name: "B", search: { q: "1" } });
  const second = withView(first, { name: "A", search: {} });
  expect(withView(second, { name: "B", search: { q: "2" } })).toEqual([
    { name: "A", search: {} },
    { name: "B", search: { q: "2" } },
  ]);
});

test("broken contents of the browser's storage are ignored", () => {
  const store = newStore();
  store.setItem("billfold.views.1.2.sales", '[{"name":1},{"name":"x","search":{"a":2}},null]');
  expect(readViews(store, 1, 2, "sales")).toEqual([]);
  store.setItem("billfold.views.1.2.sales", "{");
  expect(readViews(store, 1, 2, "sales")).toEqual([]);
});
