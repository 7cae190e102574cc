import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { ColumnName } from "./pasted-rows.ts";

export type FocusCell = (key: string, column: ColumnName) => void;

/** Moves the focus to a cell of the table: at once, or as soon as its line has been rendered. */
export function useLineFocus(table: RefObject<HTMLTableElement | null>): FocusCell {
  const wanted = useRef<{ key: string; column: ColumnName }>(undefined);
  const settle = useCallback(() => {
    const { key, column } = wanted.current ?? {};
    const cell = key && table.current?.querySelector<HTMLInputElement>(`[data-cell="${key} ${column}"]`);
    if (!cell) return;
    wanted.current = undefined;
    cell.focus();
    cell.select();
  }, [table]);
  // After every rendering: the line may be one of several changes.
  useEffect(settle);
  return useCallback(
    (key, column) => {
      wanted.current = { key, column };
      settle();
    },
    [settle],
  );
}

export const cellName = (key: string, column: ColumnName): string => `${key} ${column}`;
