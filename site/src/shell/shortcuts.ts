import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useCan } from "../session.tsx";
import { navigationItems } from "./navigation.ts";

/** After `g`, the letter of a page. */
export const pageLetters: Readonly<Record<string, (typeof navigationItems)[number]["name"]>> = {
  o: "overview",
  i: "invoices",
  c: "customers",
  p: "payments",
  s: "sales",
  q: "quotes",
  u: "recurring",
  r: "products",
  b: "reports",
  m: "importsExports",
  e: "events",
  t: "settings",
};

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How long `g` waits for the letter of a page. */
const sequenceMs = 1500;

export type ShortcutActions = { openPalette: () => void; showShortcuts: () => void };

/** The shortcuts of the dashboard. None acts while somebody types in a field, or while a dialog or menu is open. */
export function useShortcuts({ openPalette, showShortcuts }: ShortcutActions): void {
  const navigate = useNavigate();
  const can = useCan();
  const pendingSince = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const go = (letter: string) => {
      const item = navigationItems.find(({ name }) => name === pageLetters[letter]);
      if (!item || !(item.scope === undefined || can(item.scope, item.feature))) return false;
      void navigate({ to: item.to });
      return true;
    };
    const commands: Record<string, () => boolean> = {
      "/": () => run(openPalette),
      "?": () => run(showShortcuts),
      n: () => can("invoices:write", "invoicing") && run(() => void navigate({ to: "/app/invoices/new" })),
      g: () => run(() => (pendingSince.current = performance.now())),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if ((isApple ? event.metaKey : event.ctrlKey) && event.key.toLowerCase() === "k" && !event.shiftKey) {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBusy(event.target)) return;
      const isSequence = performance.now() - pendingSince.current < sequenceMs;
      pendingSince.current = Number.NEGATIVE_INFINITY;
      const isDone = isSequence ? go(event.key) : (commands[event.key]?.() ?? false);
      if (isDone) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate, can, openPalette, showShortcuts]);
}

function run(action: () => unknown): true {
  action();
  return true;
}

const openWindow = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("input, textarea, select, [role=combobox]")) return true;
  return document.querySelector(openWindow) !== null;
}
