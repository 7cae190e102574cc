import type { KeyboardEvent } from "react";
import type { LineForm } from "./line-form.ts";
import { type ColumnName, columns } from "./pasted-rows.ts";
import type { FocusCell } from "./use-line-focus.ts";

type Actions = {
  lines: readonly LineForm[];
  focus: FocusCell;
  add: () => void;
  remove: (index: number) => void;
  move: (from: number, to: number) => void;
};

/**
 * The keys of the table of lines. They are handled before the cell sees them, except while its list of products is open:
 * then arrows and Enter choose from the list.
 */
export function useLineKeys({ lines, focus, add, remove, move }: Actions) {
  return (event: KeyboardEvent) => {
    const cell = event.target as HTMLElement;
    const [key, column] = (cell.dataset.cell ?? "").split(" ") as [string, ColumnName];
    const index = lines.findIndex((line) => line.key === key);
    if (index < 0 || !columns.includes(column) || event.nativeEvent.isComposing) return;
    const act = actionOf(event, { isListOpen: cell.ariaExpanded === "true" });
    const to = (place: number, at = column) => lines[place] && focus(lines[place].key, at);
    // The line takes the focus along.
    const carry = (steps: number) => {
      move(index, index + steps);
      focus(key, column);
    };
    const actions: Record<string, () => unknown> = {
      next: () => (index === lines.length - 1 ? add() : to(index + 1, "description")),
      up: () => to(index - 1),
      down: () => to(index + 1),
      moveUp: () => carry(-1),
      moveDown: () => carry(1),
      remove: () => remove(index),
    };
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    actions[act]?.();
  };
}

function actionOf(event: KeyboardEvent, { isListOpen }: { isListOpen: boolean }): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (ctrlKey || metaKey || shiftKey) return undefined;
  if (altKey) return { ArrowUp: "moveUp", ArrowDown: "moveDown", Delete: "remove" }[key];
  if (isListOpen) return undefined;
  return { Enter: "next", ArrowUp: "up", ArrowDown: "down" }[key];
}
