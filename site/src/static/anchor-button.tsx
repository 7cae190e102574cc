import type { ReactNode } from "react";
import { type ButtonKind, buttonClass } from "../ui/button-class.ts";

type AnchorButtonProps = { href: string; kind?: ButtonKind; className?: string; children: ReactNode };

/** A link that looks like a button, on pages without scripts. */
export const AnchorButton = ({ href, kind, className, children }: AnchorButtonProps) => (
  <a href={href} className={`${buttonClass(kind)} ${className ?? ""}`}>
    {children}
  </a>
);
