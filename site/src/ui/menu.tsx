import { cloneElement, type ReactElement, type ReactNode, useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import type { IconName } from "./icon.tsx";

export type MenuItem = {
  label: ReactNode;
  icon?: IconName;
  onSelect: () => void;
  tone?: "bad";
  disabled?: boolean;
  /** Marks the current one of several options. */
  chosen?: boolean;
};

type TriggerProps = {
  "aria-haspopup"?: "menu";
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onClick?: () => void;
};

export type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement<TriggerProps>;
  /** Groups of items, with a line between them. */
  groups: readonly (readonly MenuItem[])[];
  heading?: ReactNode;
  align?: "start" | "end";
};

const MenuWindow = lazyPart(async () => (await import("./menu-window.tsx")).MenuWindow);

/** A button that opens a menu. The menu is loaded when somebody is about to open it. */
export function Menu(props: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = cloneElement(props.trigger, {
    "aria-haspopup": "menu",
    onPointerEnter: () => void MenuWindow.preload(),
    onFocus: () => void MenuWindow.preload(),
    onClick: () => setOpen(true),
  });
  return isOpen ? <MenuWindow {...props} isOpen whileLoading={button} /> : button;
}
