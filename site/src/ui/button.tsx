import { Link, type LinkProps } from "@tanstack/react-router";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { texts } from "../texts/ui.ts";
import { type ButtonKind, type ButtonSize, buttonClass } from "./button-class.ts";
import { Icon, type IconName } from "./icon.tsx";

type ButtonStyle = { kind?: ButtonKind; size?: ButtonSize; icon?: IconName; children?: ReactNode };

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

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin motion-reduce:animate-none rounded-full border-2 border-current border-e-transparent"
    />
  );
}
