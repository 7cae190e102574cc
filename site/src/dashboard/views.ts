/** A named combination of filters, search and order: the query string of a list. */
export type View = { name: string; search: Record<string, string> };

const keyOf = (companyId: number, userId: number, list: string) =>
  `billfold.views.${companyId}.${userId}.${list}`;

type Store = Pick<Storage, "getItem" | "setItem">;

/** What is stored by another version, or was changed by hand, is ignored. */
export function readViews(store: Store, companyId: number, userId: number, list: string): View[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(companyId, userId, list)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  if (typeof value !== "object" || value === null) return false;
  const { name, search } = value as Partial<View>;
  if (typeof name !== "string" || typeof search !== "object" || search === null) return false;
  return Object.values(search).every((text) => typeof text === "string");
}

export function storeViews(
  store: Store,
  companyId: number,
  userId: number,
  list: string,
  views: readonly View[],
): void {
  store.setItem(keyOf(companyId, userId, list), JSON.stringify(views));
}

/** A view of the same name is replaced. */
export function withView(views: readonly View[], view: View): View[] {
  const others = views.filter(({ name }) => name !== view.name);
  return [...others, view].sort((one, other) => one.name.localeCompare(other.name));
}
