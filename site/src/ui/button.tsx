import { Link, type LinkProps } from "@tanstack/react-router";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { texts } from "../texts/ui.ts";
import { Icon, type IconName } from "./icon.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

type ButtonStyle = { kind?: ButtonKind; size?: "normal" | "small"; icon?: IconName; children?: ReactNode };

type ButtonProps = ButtonStyle & {
  /** While the action is pending, the button shows a spinner and can't be pressed. */
  busy?: boolean;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">;

export function Button({
  kind,
  size,
  icon,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass(kind, size)} ${className ?? ""}`}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
      {busy && <span className="sr-only">{texts.working}</span>}
    </button>
  );
}

/** A link to another page that looks like a button. */
export function ButtonLink({
  kind,
  size,
  icon,
  children,
  className,
  ...rest
}: ButtonStyle & LinkProps & { className?: string }) {
  return (
    <Link {...rest} className={`${buttonClass(kind, size)} ${className ?? ""}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

type AnchorProps = ButtonStyle & { href: string; download?: boolean; newTab?: boolean; className?: string };

/** The same for addresses outside the router: files and other sites. */
export function ButtonAnchor({ kind, size, icon, children, className, newTab, ...rest }: AnchorProps) {
  const target = newTab ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a {...rest} {...target} className={`${buttonClass(kind, size)} ${className ?? ""}`}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type IconButtonProps = {
  icon: IconName;
  /** What the button does, for screen readers. */
  label: string;
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">;

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-foreground ${className ?? ""}`}
    >
      <Icon name={icon} />
    </button>
  );
}

const kinds: Record<ButtonKind, string> = {
  primary: "bg-accent text-on-accent border-transparent hover:bg-accent-strong",
  secondary: "bg-raised text-foreground border-edge hover:bg-sunken",
  quiet: "bg-transparent text-accent border-transparent hover:bg-tint",
  danger: "bg-bad-solid text-white border-transparent hover:brightness-90",
};

function buttonClass(kind: ButtonKind = "secondary", size: ButtonStyle["size"] = "normal"): string {
  const padding = size === "small" ? "min-h-9 px-3 text-sm" : "min-h-11 px-4";
  return `inline-flex items-center justify-center gap-2 rounded-control border font-semibold no-underline motion-safe:transition-colors aria-disabled:opacity-70 disabled:opacity-50 disabled:cursor-not-allowed ${padding} ${kinds[kind]}`;
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin motion-reduce:animate-none rounded-full border-2 border-current border-r-transparent"
    />
  );
}
