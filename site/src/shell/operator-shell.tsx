import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Environment } from "./environment.tsx";
import { InactiveCopyBanner } from "./inactive-copy-banner.tsx";
import { Logo } from "./logo.tsx";
import { SkipLink } from "./skip-link.tsx";

const items = [
  // The pages of single companies belong to the list as well.
  { name: "companies", to: "/operator", others: "/operator/companies/" },
  { name: "health", to: "/operator/health" },
  { name: "requests", to: "/operator/requests" },
] as const;

/** The layout of the operator console. It looks different from the dashboard, because actions here affect other companies. */
export function OperatorShell() {
  const { company } = useSession();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      <SkipLink />
      <header className="border-b-4 border-accent bg-raised">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:gap-x-6 sm:px-6">
          <Link to="/operator" className="no-underline">
            <Logo compact />
          </Link>
          <span className="font-medium text-muted">{texts.operator}</span>
          <div className="ms-auto flex items-center gap-3">
            {company && (
              <Link to="/app" className="text-sm font-medium text-accent">
                {texts.backToDashboard}
              </Link>
            )}
            <Environment />
            <AccountMenu compact />
          </div>
          <nav aria-label={texts.navigation} className="-mb-3 flex basis-full gap-1 overflow-x-auto">
            {items.map(({ name, to, ...item }) => (
              <Link
                key={name}
                to={to as string}
                activeOptions={{ exact: to === "/operator", includeSearch: false }}
                {...("others" in item &&
                  here.startsWith(item.others) && { "data-status": "active", "aria-current": "page" })}
                className="flex min-h-11 items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted no-underline hover:text-foreground data-[status=active]:border-accent data-[status=active]:text-foreground"
              >
                {texts.operatorPages[name]}
              </Link>
            ))}
          </nav>
        </div>
      </header>
      <InactiveCopyBanner />
      <main id="content" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-6">
        <Outlet />
      </main>
    </>
  );
}
