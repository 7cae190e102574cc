import type { Hit } from "./hits.ts";

const recentMax = 5;

const storageKey = (companyId: number) => `billfold.recent.${companyId}`;

/** The records that were opened last from the palette, the newest first. They are kept in this browser. */
export function recentHits(companyId: number): Hit[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(companyId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isHit).slice(0, recentMax) : [];
  } catch {
    return [];
  }
}

export function rememberHit(companyId: number, hit: Hit): void {
  const others = recentHits(companyId).filter(({ key }) => key !== hit.key);
  const { key, label, detail, icon, address } = hit;
  const newest = [{ key, label, detail, icon, address }, ...others].slice(0, recentMax);
  localStorage.setItem(storageKey(companyId), JSON.stringify(newest));
}

const isHit = (value: unknown): value is Hit =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Hit).key === "string" &&
  typeof (value as Hit).label === "string" &&
  typeof (value as Hit).icon === "string" &&
  (value as Hit).address?.to?.startsWith("/app");
