import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/shell.ts";

const items = [
  { name: "company", scope: "site:read" },
  { name: "documents", scope: "site:read" },
  { name: "keys", scope: "site:keys" },
  { name: "webhooks", scope: "webhooks:read" },
  { name: "portal", scope: "portal:embed" },
  { name: "einvoicing", scope: "integrations" },
  { name: "gateway", scope: "site:read" },
  { name: "reminders", scope: "invoices:read" },
  { name: "exchange-rates", scope: "invoices:read" },
  { name: "users", scope: "site:users" },
  { name: "plan", scope: "site:read" },
  { name: "audit", scope: "site:audit" },
  { name: "account", scope: undefined },
] as const;

/** The layout of the settings: a navigation column on wide screens, a scrolling row on phones. */
export function SettingsFrame() {
  const hasScope = useHasScope();
  const row = useRef<HTMLElement>(null);
  const here = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item scrolls into view on every navigation
  useEffect(() => {
    row.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [here]);
  const visible = items.filter(({ scope }) => scope === undefined || hasScope(scope));
  return (
    <div className="flex flex-col gap-6 xl:grid xl:grid-cols-[11rem_1fr] xl:gap-10">
      <nav
        ref={row}
        aria-label={texts.settingsNavigation}
        className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-1 xl:mx-0 xl:flex-col xl:overflow-visible xl:px-0"
      >
        {visible.map(({ name }) => (
          <Link
            key={name}
            to={`/app/settings/${name}` as string}
            className="flex min-h-10 items-center rounded-control px-3 font-medium whitespace-nowrap text-muted no-underline hover:bg-sunken hover:text-foreground data-[status=active]:bg-tint data-[status=active]:text-accent"
          >
            {texts.settings[name]}
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}
