export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "normal" | "small";

const kinds: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent border-transparent hover:bg-accent-strong",
  secondary: "bg-raised text-foreground border-edge hover:bg-sunken",
  quiet: "bg-transparent text-accent border-transparent hover:bg-tint",
  danger: "bg-bad-solid text-white border-transparent hover:brightness-90",
};

/**
 * The look of a button, for buttons and for links that look like one. A button is never narrower than its longest word,
 * so that long text beside it does not break that word.
 */
export function buttonClass(kind: ButtonKind = "secondary", size: ButtonSize = "normal"): string {
  const padding = size === "small" ? "min-h-9 px-3 text-sm" : "min-h-11 px-4";
  return `inline-flex items-center justify-center gap-2 rounded-control border font-semibold wrap-break-word no-underline motion-safe:transition-colors aria-disabled:opacity-70 disabled:opacity-50 disabled:cursor-not-allowed ${padding} ${kinds[kind]}`;
}
