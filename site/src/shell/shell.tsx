import { Dialog } from "@base-ui/react/dialog";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useResponse } from "../data/use-response.ts";
import { useHasScope, useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { IconButton } from "../ui/button.tsx";
import { regionOf } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { RegionContext } from "../ui/values.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { CompanySwitcher } from "./company-switcher.tsx";
import { Environment } from "./environment.tsx";
import { Logo } from "./logo.tsx";
import { bottomBarNames, navigationItems } from "./navigation.ts";
import { Search } from "./search.tsx";

/** The layout of the dashboard: a sidebar on wide screens, a bottom bar on phones. */
export function Shell() {
  const { company } = useSession();
  return (
    <RegionContext value={regionOf(company?.country, company?.time_zone)}>
      <a
        href="#content"
        className="sr-only z-60 rounded-control bg-raised p-3 font-semibold focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {texts.skip}
      </a>
      <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15.5rem_1fr]">
        <aside className="sticky top-0 hidden h-dvh flex-col gap-6 border-r border-line bg-raised px-4 py-5 lg:flex">
          <Link to="/app" className="flex items-center gap-2.5 px-2 no-underline">
            <Logo />
          </Link>
          <CompanySwitcher />
          <Search />
          <nav aria-label={texts.navigation} className="-mx-1 flex-1 overflow-y-auto px-1">
            <NavigationList />
          </nav>
          <Environment />
          <AccountMenu />
        </aside>
        <div className="min-w-0">
          <TopBar />
          <main
            id="content"
            className="mx-auto w-full max-w-6xl px-4 pt-5 pb-28 sm:px-6 lg:px-10 lg:pt-9 lg:pb-16"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar />
    </RegionContext>
  );
}

function useVisibleNavigation() {
  const hasScope = useHasScope();
  const isSetUp = useIsSetUp(hasScope("site:keys"));
  const { company } = useSession();
  return navigationItems.filter(
    ({ name, scope, feature }) =>
      (!scope || hasScope(scope)) &&
      !(feature && company?.disabled_features.includes(feature)) &&
      !(name === "start" && isSetUp),
  );
}

const checklistStaleMs = 5 * 60_000;

/** "Getting started" is hidden once all steps are done, and until that is known, so that the navigation does not jump. */
function useIsSetUp(isAsked: boolean): boolean {
  const { data } = useResponse<{ steps: { done: boolean }[] }>("/checklist", {
    staleTime: checklistStaleMs,
    enabled: isAsked,
  });
  return data?.steps.every(({ done }) => done) ?? true;
}

function NavigationList({ onGo }: { onGo?: () => void }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {useVisibleNavigation().map(({ name, to, icon }) => (
        <li key={name}>
          <Link
            to={to}
            activeOptions={{ exact: to === "/app", includeSearch: false }}
            onClick={onGo}
            className="flex min-h-10 items-center gap-3 rounded-control px-3 font-medium text-muted no-underline hover:bg-sunken hover:text-foreground data-[status=active]:bg-tint data-[status=active]:text-accent"
          >
            <Icon name={icon} />
            {texts.pages[name]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function TopBar() {
  return (
    <header className="sticky top-0 z-30 flex items-center justify-between gap-3 border-b border-line bg-raised px-4 py-2 sm:px-6 lg:hidden">
      <div className="min-w-0 flex-1">
        <CompanySwitcher />
      </div>
      <Environment />
      <AccountMenu compact />
    </header>
  );
}

const bottomBarItem =
  "flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted no-underline data-[status=active]:text-accent";

function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const address = useRouterState({ select: ({ location }) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [address]);
  const quick = useVisibleNavigation().filter(({ name }) => bottomBarNames.includes(name));
  return (
    <nav
      aria-label={texts.navigation}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {quick.map(({ name, to, icon }) => (
        <Link
          key={name}
          to={to}
          activeOptions={{ exact: to === "/app", includeSearch: false }}
          className={bottomBarItem}
        >
          <Icon name={icon} />
          {texts.pages[name]}
        </Link>
      ))}
      <Dialog.Root open={isOpen} onOpenChange={setOpen}>
        <Dialog.Trigger className={bottomBarItem}>
          <Icon name="menu" />
          {texts.more}
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
          <Dialog.Popup className="fixed inset-x-0 bottom-0 z-50 max-h-[85dvh] overflow-y-auto rounded-t-card border-t border-line bg-raised px-4 pt-3 pb-8">
            <div className="mb-2 flex items-center justify-between">
              <Dialog.Title className="px-3 font-display text-lg font-semibold">{texts.menu}</Dialog.Title>
              <Dialog.Close render={<IconButton icon="close" label={uiTexts.close} />} />
            </div>
            <div className="mb-3">
              <Search />
            </div>
            <NavigationList onGo={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </nav>
  );
}
