import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { HelpMenu } from "../help/help-menu.tsx";
import { Bell } from "../notifications/bell.tsx";
import type { CommandDialog } from "../palette/commands.ts";
import type { InvoiceTask } from "../palette/palette.tsx";
import { useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";
import { regionOf } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { RegionContext } from "../ui/values.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { CompanySwitcher } from "./company-switcher.tsx";
import { Environment } from "./environment.tsx";
import { InactiveCopyBanner } from "./inactive-copy-banner.tsx";
import { Logo } from "./logo.tsx";
import { bottomBarNames } from "./navigation.ts";
import { NavigationList, useVisibleNavigation } from "./navigation-list.tsx";
import { SearchButton, SearchIconButton } from "./search-button.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { SkipLink } from "./skip-link.tsx";

// Only phones have it, and only when it is opened.
const MoreSheet = lazyPart(async () => (await import("./more-sheet.tsx")).MoreSheet);

const Palette = lazyPart(async () => (await import("../palette/palette.tsx")).Palette);
const CommandDialogs = lazyPart(async () => (await import("../palette/command-dialogs.tsx")).CommandDialogs);

/** The layout of the dashboard: a sidebar on wide screens, a bottom bar on phones. */
export function Shell() {
  const { company } = useSession();
  const [palette, setPalette] = useState<"never" | "open" | "closed">("never");
  const [dialog, setDialog] = useState<CommandDialog | InvoiceTask>();
  const openPalette = useCallback(() => setPalette("open"), []);
  const showShortcuts = useCallback(() => setDialog("shortcuts"), []);
  useShortcuts({ openPalette, showShortcuts });
  return (
    <RegionContext value={regionOf(company?.country, company?.time_zone)}>
      <SkipLink />
      <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15.5rem_1fr]">
        <aside className="sticky top-0 hidden h-dvh flex-col gap-5 border-e border-line bg-raised px-4 py-5 lg:flex">
          <div className="flex items-center justify-between">
            <Link to="/app" className="flex items-center gap-2.5 px-2 no-underline">
              <Logo />
            </Link>
            <Bell />
          </div>
          <CompanySwitcher />
          <SearchButton onOpen={openPalette} onNear={() => void Palette.preload()} />
          <nav aria-label={texts.navigation} className="-mx-1 flex-1 overflow-y-auto px-1">
            <NavigationList />
          </nav>
          <Environment />
          <div className="flex items-center gap-1">
            <AccountMenu />
            <HelpMenu onShortcuts={showShortcuts} />
          </div>
        </aside>
        <div className="min-w-0">
          <TopBar onSearch={openPalette} onShortcuts={showShortcuts} />
          <InactiveCopyBanner />
          <main
            id="content"
            className="mx-auto w-full max-w-6xl has-[[data-wide]]:max-w-[100rem] px-4 pt-5 pb-28 sm:px-6 lg:px-10 lg:pt-9 lg:pb-16"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar />
      {palette !== "never" && (
        <Palette
          open={palette === "open"}
          onClose={() => setPalette("closed")}
          onDialog={setDialog}
          onInvoice={setDialog}
        />
      )}
      {dialog && <CommandDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
    </RegionContext>
  );
}

function TopBar({ onSearch, onShortcuts }: { onSearch: () => void; onShortcuts: () => void }) {
  return (
    <header className="sticky top-0 z-30 flex items-center gap-1 border-b border-line bg-raised px-4 py-2 sm:px-6 lg:hidden">
      <div className="me-2 min-w-0 flex-1">
        <CompanySwitcher />
      </div>
      <Environment />
      <SearchIconButton onOpen={onSearch} />
      <Bell />
      <span className="hidden sm:block">
        <HelpMenu compact onShortcuts={onShortcuts} />
      </span>
      <AccountMenu compact />
    </header>
  );
}

const bottomBarItem =
  "flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-center text-xs font-medium text-muted no-underline data-[status=active]:text-accent";

function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
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
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={bottomBarItem}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        {texts.more}
      </button>
      {(isOpen || wasOpen) && <MoreSheet open={isOpen} onClose={() => setOpen(false)} />}
    </nav>
  );
}
