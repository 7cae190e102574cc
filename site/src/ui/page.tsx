import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { texts } from "../texts/ui.ts";
import { Icon } from "./icon.tsx";

export type PageProps = {
  title: string;
  /** A sentence below the heading. */
  intro?: ReactNode;
  /** Beside the heading: a status, for instance. */
  badge?: ReactNode;
  /** Buttons, the main one first. */
  actions?: ReactNode;
  back?: LinkProps & { label: string };
  children: ReactNode;
};

/** The frame of every page in the shell. It sets the window's title and moves the focus to the heading. */
export function Page({ title, intro, badge, actions, back, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  // Otherwise a screen reader would continue at the position of the previous page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 max-w-2xl flex-1 basis-80">
          {back && <BackLink {...back} />}
          <div className="flex flex-wrap items-center gap-3">
            <h1 ref={heading} tabIndex={-1} className="font-display text-2xl font-semibold sm:text-3xl">
              {title}
            </h1>
            {badge}
          </div>
          {intro && <p className="mt-1 text-muted">{intro}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:*:px-3 max-sm:*:text-sm">{actions}</div>
        )}
      </header>
      {children}
    </div>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
}

function BackLink({ label, ...to }: LinkProps & { label: string }) {
  return (
    <Link
      {...to}
      className="mb-1 inline-flex min-h-8 items-center gap-1 text-sm font-medium text-muted hover:text-foreground"
    >
      <Icon name="left" className="size-4" />
      {label}
    </Link>
  );
}

export type CardProps = {
  title?: string;
  intro?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A section of a page with its own heading. */
export function Card({ title, intro, actions, className, children }: CardProps) {
  return (
    <section className={`min-w-0 rounded-card border border-line bg-raised p-5 sm:p-6 ${className ?? ""}`}>
      {(title || actions) && (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 max-w-2xl">
            {title && <h2 className="text-lg font-semibold">{title}</h2>}
            {intro && <p className="mt-0.5 text-muted">{intro}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** The fields of a record as a list of names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    // In a narrow card the values are below their names, so that none of them leaves the card.
    <div className="@container">
      <dl className="grid gap-x-6 gap-y-3 @sm:grid-cols-[minmax(8rem,auto)_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="-mb-2 text-sm text-muted @sm:mb-0 @sm:text-base">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
