import { Logo } from "../shell/logo.tsx";
import { bottomBarNames, navigationItems } from "../shell/navigation.ts";
import { texts } from "../texts/shell.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Icon } from "../ui/icon.tsx";

/**
 * What is painted before any script has arrived: the frame of the dashboard, with its main navigation, in the places
 * where the script draws it later. Its links work from the start.
 */
export function ShellSkeleton() {
  const items = navigationItems.filter(({ name }) => name !== "start");
  return (
    <>
      <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15.5rem_1fr]">
        <aside className="sticky top-0 hidden h-dvh flex-col gap-6 border-e border-line bg-raised px-4 py-5 lg:flex">
          <div className="flex items-center gap-2.5 px-2">
            <Logo />
          </div>
          <Block className="h-11" />
          <Block className="h-11" />
          <nav aria-label={texts.navigation} className="-mx-1 flex-1 px-1">
            <ul className="flex flex-col gap-0.5">
              {items.map(({ name, to, icon }) => (
                <li key={name}>
                  <a
                    href={to}
                    className="flex min-h-10 items-center gap-3 rounded-control px-3 font-medium text-muted no-underline"
                  >
                    <Icon name={icon} />
                    {texts.pages[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </aside>
        <div className="min-w-0">
          <header className="flex h-15 items-center border-b border-line bg-raised px-4 sm:px-6 lg:hidden">
            <Logo />
          </header>
          <PageSkeleton />
        </div>
      </div>
      <nav
        aria-label={texts.navigation}
        className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {items
          .filter(({ name }) => bottomBarNames.includes(name))
          .map(({ name, to, icon }) => (
            <a key={name} href={to} className={bottomBarItem}>
              <Icon name={icon} />
              {texts.pages[name]}
            </a>
          ))}
        <span className={bottomBarItem}>
          <Icon name="menu" />
          {texts.more}
        </span>
      </nav>
    </>
  );
}

const bottomBarItem =
  "flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-xs font-medium text-muted no-underline";

function PageSkeleton() {
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 pt-5 pb-28 sm:px-6 lg:px-10 lg:pt-9 lg:pb-16">
      <p role="status" className="sr-only">
        {uiTexts.loading}
      </p>
      <Block className="h-9 w-56" />
      <Block className="h-28" />
      <Block className="h-64" />
    </main>
  );
}

const Block = ({ className }: { className: string }) => (
  <div
    aria-hidden="true"
    className={`animate-pulse rounded-control bg-sunken motion-reduce:animate-none ${className}`}
  />
);

/** The same for the pages of people who are not signed in. */
export function EntrySkeleton() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center gap-6 px-5 py-8">
      <Logo />
      <p role="status" className="sr-only">
        {uiTexts.loading}
      </p>
      <Block className="h-9 w-56" />
      <Block className="h-64" />
    </main>
  );
}
