import type { IconName } from "../ui/icon.tsx";

/** The items of the main navigation. Those whose scope the role does not have are hidden. */
export type NavigationName =
  | "overview"
  | "invoices"
  | "customers"
  | "products"
  | "sales"
  | "quotes"
  | "recurring"
  | "payments"
  | "reports"
  | "importsExports"
  | "events"
  | "start"
  | "settings";

type NavigationItem = {
  name: NavigationName;
  to: string;
  icon: IconName;
  scope?: string;
  feature?: string;
};

export const navigationItems: readonly NavigationItem[] = [
  { name: "overview", to: "/app", icon: "overview", scope: "site:read" },
  { name: "invoices", to: "/app/invoices", icon: "invoices", scope: "invoices:read", feature: "invoicing" },
  { name: "customers", to: "/app/customers", icon: "customers", scope: "customers:read", feature: "catalog" },
  { name: "products", to: "/app/products", icon: "products", scope: "products:read", feature: "catalog" },
  { name: "sales", to: "/app/sales", icon: "sales", scope: "sales:read", feature: "catalog" },
  { name: "quotes", to: "/app/quotes", icon: "quotes", scope: "sales:read", feature: "catalog" },
  {
    name: "recurring",
    to: "/app/recurring-invoices",
    icon: "recurring",
    scope: "invoices:read",
    feature: "invoicing",
  },
  { name: "payments", to: "/app/payments", icon: "payments", scope: "payments:read", feature: "payments" },
  { name: "reports", to: "/app/reports", icon: "overview", scope: "reports:read", feature: "invoicing" },
  { name: "importsExports", to: "/app/import-export", icon: "importsExports", scope: "site:export" },
  { name: "events", to: "/app/events", icon: "events", scope: "webhooks:read", feature: "webhooks" },
  { name: "start", to: "/app/start", icon: "check", scope: "site:keys" },
  { name: "settings", to: "/app/settings", icon: "settings" },
];

/** The items of the bottom bar on phones; the others are in the "More" menu. */
export const bottomBarNames: readonly NavigationName[] = ["overview", "invoices", "customers", "payments"];
