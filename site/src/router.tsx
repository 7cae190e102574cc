import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { lazyRouteComponent } from "./data/lazy-route.ts";
import { queryClient } from "./data/query-client.ts";
import { publicPages, root, validateSearch } from "./public-routes.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";
import { sessionQuery } from "./session.tsx";
import { CrashPage, NotFoundInShell } from "./shell/problem-pages.tsx";
import { StepUp } from "./shell/step-up.tsx";
import { PageSkeleton } from "./ui/skeleton.tsx";

const app = createRoute({
  getParentRoute: () => root,
  path: "/app",
  // Requests the session while the chunks of the page are loading.
  beforeLoad: () => void queryClient.prefetchQuery(sessionQuery),
  notFoundComponent: NotFoundInShell,
  component: lazyRouteComponent(() => import("./shell/frame.tsx"), "DashboardFrame"),
});

/** The pages of the dashboard; those added here are part of the route tree below. */
const dashboardPages = [
  createRoute({
    getParentRoute: () => app,
    path: "/",
    validateSearch,
    component: lazyRouteComponent(() => import("./overview/page.tsx"), "OverviewPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/invoices",
    validateSearch,
    component: lazyRouteComponent(() => import("./invoices/list-page.tsx"), "InvoicesPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/invoices/new",
    validateSearch,
    component: lazyRouteComponent(() => import("./invoices/edit-page.tsx"), "InvoiceCreatePage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/invoices/$id",
    component: lazyRouteComponent(() => import("./invoices/detail-page.tsx"), "InvoicePage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/invoices/$id/edit",
    component: lazyRouteComponent(() => import("./invoices/edit-page.tsx"), "InvoiceEditPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/customers",
    validateSearch,
    component: lazyRouteComponent(() => import("./customers/list-page.tsx"), "CustomersPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/customers/$id",
    component: lazyRouteComponent(() => import("./customers/detail-page.tsx"), "CustomerPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/products",
    validateSearch,
    component: lazyRouteComponent(() => import("./products/list-page.tsx"), "ProductsPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/sales",
    validateSearch,
    component: lazyRouteComponent(() => import("./sales/list-page.tsx"), "SalesPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/sales/new",
    component: lazyRouteComponent(() => import("./sales/edit-page.tsx"), "SaleCreatePage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/sales/$id",
    component: lazyRouteComponent(() => import("./sales/detail-page.tsx"), "SalePage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/sales/$id/edit",
    component: lazyRouteComponent(() => import("./sales/edit-page.tsx"), "SaleEditPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/quotes",
    validateSearch,
    component: lazyRouteComponent(() => import("./quotes/list-page.tsx"), "QuotesPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/quotes/new",
    component: lazyRouteComponent(() => import("./quotes/edit-page.tsx"), "QuoteCreatePage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/quotes/$id",
    component: lazyRouteComponent(() => import("./quotes/detail-page.tsx"), "QuotePage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/quotes/$id/edit",
    component: lazyRouteComponent(() => import("./quotes/edit-page.tsx"), "QuoteEditPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/recurring-invoices",
    validateSearch,
    component: lazyRouteComponent(
      () => import("./recurring-invoices/list-page.tsx"),
      "RecurringInvoicesPage",
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/recurring-invoices/new",
    component: lazyRouteComponent(() => import("./recurring-invoices/edit-page.tsx"), "RecurringCreatePage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/recurring-invoices/$id",
    component: lazyRouteComponent(
      () => import("./recurring-invoices/detail-page.tsx"),
      "RecurringInvoicePage",
    ),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/recurring-invoices/$id/edit",
    component: lazyRouteComponent(() => import("./recurring-invoices/edit-page.tsx"), "RecurringEditPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/payments",
    validateSearch,
    component: lazyRouteComponent(() => import("./payments/list-page.tsx"), "PaymentsPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/payments/$id",
    component: lazyRouteComponent(() => import("./payments/detail-page.tsx"), "PaymentPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/reports",
    validateSearch,
    component: lazyRouteComponent(() => import("./reports/page.tsx"), "ReportsPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/import-export",
    component: lazyRouteComponent(() => import("./imports-exports/page.tsx"), "ImportsExportsPage"),
  }),
  // The address of older bookmarks.
  createRoute({
    getParentRoute: () => app,
    path: "/transfers",
    beforeLoad: () => {
      throw redirect({ to: "/app/import-export", replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/events",
    validateSearch,
    component: lazyRouteComponent(() => import("./events/page.tsx"), "EventsPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/events/deliveries/$id",
    component: lazyRouteComponent(() => import("./events/delivery-page.tsx"), "DeliveryPage"),
  }),
  createRoute({
    getParentRoute: () => app,
    path: "/start",
    component: lazyRouteComponent(() => import("./onboarding/start-page.tsx"), "StartPage"),
  }),
] as const;

const settings = createRoute({
  getParentRoute: () => app,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings/settings-frame.tsx"), "SettingsFrame"),
});

const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: "/app/settings/company", replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/company",
    component: lazyRouteComponent(() => import("./settings/company-page.tsx"), "CompanyPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/keys",
    component: lazyRouteComponent(() => import("./settings/keys-page.tsx"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/webhooks",
    component: lazyRouteComponent(() => import("./settings/webhooks-page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/portal",
    validateSearch,
    component: lazyRouteComponent(() => import("./settings/portal-page.tsx"), "PortalPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/einvoicing",
    component: lazyRouteComponent(() => import("./settings/einvoicing-page.tsx"), "EinvoicingPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/gateway",
    component: lazyRouteComponent(() => import("./settings/gateway-page.tsx"), "GatewayPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/documents",
    component: lazyRouteComponent(() => import("./settings/documents-page.tsx"), "DocumentsPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/exchange-rates",
    component: lazyRouteComponent(() => import("./settings/exchange-rates-page.tsx"), "ExchangeRatesPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/reminders",
    component: lazyRouteComponent(() => import("./settings/reminders-page.tsx"), "RemindersPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/users",
    component: lazyRouteComponent(() => import("./settings/users-page.tsx"), "UsersPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/plan",
    component: lazyRouteComponent(() => import("./settings/plan-page.tsx"), "PlanPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/audit",
    validateSearch,
    component: lazyRouteComponent(() => import("./settings/audit-page.tsx"), "AuditPage"),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: "/account",
    component: lazyRouteComponent(() => import("./settings/account-page.tsx"), "AccountPage"),
  }),
] as const;

const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator",
  beforeLoad: () => void queryClient.prefetchQuery(sessionQuery),
  notFoundComponent: NotFoundInShell,
  component: lazyRouteComponent(() => import("./shell/frame.tsx"), "OperatorFrame"),
});

/** The pages of the operator console. */
const operatorPages = [
  createRoute({
    getParentRoute: () => operator,
    path: "/",
    validateSearch,
    component: lazyRouteComponent(() => import("./operator/companies-page.tsx"), "CompaniesPage"),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: "/companies/$id",
    component: lazyRouteComponent(() => import("./operator/company-page.tsx"), "OperatorCompanyPage"),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: "/health",
    component: lazyRouteComponent(() => import("./operator/health-page.tsx"), "HealthPage"),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: "/requests",
    validateSearch,
    component: lazyRouteComponent(() => import("./operator/requests-page.tsx"), "RequestsPage"),
  }),
] as const;

const tree = root.addChildren([
  ...publicPages,
  app.addChildren([...dashboardPages, settings.addChildren([...settingsPages])]),
  operator.addChildren([...operatorPages]),
]);

export const router = createRouter({
  routeTree: tree,
  // Inside of the router, because the forms of its dialogs ask the router about unsaved changes.
  InnerWrap: ({ children }) => (
    <>
      {children}
      <StepUp />
    </>
  ),
  defaultPreload: "intent",
  defaultPendingComponent: PageSkeleton,
  // Short enough to avoid an empty page, long enough to avoid flicker on fast ones.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
