import { texts } from "../texts/ui.ts";

/** A wallet, and the name of the product; `compact` leaves the name out on phones. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-foreground">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8">
        <path d="M5 9a3 3 0 0 1 3-3h17v20H8a3 3 0 0 1-3-3z" className="fill-accent-strong" />
        <path d="M5 9a3 3 0 0 0 3 3h19v11a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3z" className="fill-accent" />
        <circle cx="22" cy="19" r="2" className="fill-on-accent" />
      </svg>
      <span
        className={`font-display text-xl font-semibold tracking-tight whitespace-nowrap ${compact ? "max-sm:sr-only" : ""}`}
      >
        {texts.product}
      </span>
    </span>
  );
}
