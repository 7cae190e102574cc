import type { ReactNode } from "react";
import { Logo } from "../shell/logo.tsx";
import { texts } from "../texts/auth.ts";
import { useTitle } from "../ui/page.tsx";

type AuthLayoutProps = { title: string; intro?: ReactNode; children?: ReactNode; below?: ReactNode };

/** The layout of the sign-in pages. */
export function AuthLayout({ title, intro, children, below }: AuthLayoutProps) {
  useTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <header className="hidden flex-col justify-between bg-tint p-12 lg:flex">
        <a href="/" className="self-start no-underline">
          <Logo />
        </a>
        <p className="max-w-sm font-display text-4xl leading-tight font-semibold">{texts.pitch}</p>
        <LedgerLines />
      </header>
      <main className="mx-auto flex w-full max-w-lg flex-col justify-center gap-6 px-5 py-8 sm:px-8 lg:py-16">
        <a href="/" className="self-start no-underline lg:hidden">
          <Logo />
        </a>
        <div>
          <h1 className="font-display text-3xl font-semibold">{title}</h1>
          {intro && <p className="mt-2 text-muted">{intro}</p>}
        </div>
        {children}
        {below && <p className="text-muted">{below}</p>}
      </main>
    </div>
  );
}

/** A decoration: ruled ledger lines. */
function LedgerLines() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 96"
      className="w-full max-w-sm stroke-accent"
      fill="none"
      strokeWidth="1"
    >
      <path d="M0 16h320M0 40h320M0 64h320M0 88h320M232 0v96" opacity="0.35" />
      <path d="M8 34h96M8 58h132M252 34h52M264 58h40" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
