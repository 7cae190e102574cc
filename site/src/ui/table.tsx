import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { texts } from "../texts/ui.ts";
import { Icon } from "./icon.tsx";

export type Column<Row> = {
  /** Unique in the table. */
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** The name by which the service sorts the rows; absent if it does not. */
  sort?: string;
  /** The first order when the heading is pressed: amounts and dates begin with the largest. */
  sortFirst?: "descending";
  /** On phones: the card's heading (`title`), beside it (`aside`), hidden (`none`), or by default a line of its own. */
  onPhone?: "title" | "aside" | "none";
  /** Whether a row has something to show here; on phones, lines without are left out. */
  isEmpty?: (row: Row) => boolean;
};

/** `due_date` is ascending, `-due_date` descending; empty is the order of the service. */
export type Sorting = { value: string | undefined; onChange: (sort: string) => void };

export type Selection<Row> = {
  keys: ReadonlySet<string | number>;
  onChange: (keys: ReadonlySet<string | number>) => void;
  /** What the check box of a row selects, for screen readers. */
  nameOf: (row: Row) => string;
};

export type TableProps<Row> = {
  /** What the table shows, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The target of a row: the first column becomes a link that covers the whole row. */
  rowLink?: (row: Row) => LinkProps;
  /** Buttons at the end of each row. */
  rowActions?: (row: Row) => ReactNode;
  /** The space that the columns need; with less, the rows are shown as cards. */
  width?: keyof typeof widths;
  sorting?: Sorting;
  selection?: Selection<Row>;
};

const widths = {
  normal: { table: "md:block", cards: "md:hidden", cell: "px-4 py-3" },
  wide: { table: "@3xl:block", cards: "@3xl:hidden", cell: "px-4 py-3" },
  widest: { table: "@4xl:block", cards: "@4xl:hidden", cell: "px-4 py-3" },
  // Many columns: names need the space more than the gaps between them.
  full: { table: "@5xl:block", cards: "@5xl:hidden", cell: "px-2.5 py-3 first:ps-4 last:pe-4" },
} as const;

/** A table on wide screens; on phones the same rows as cards. */
export function Table<Row>(props: TableProps<Row>) {
  return (
    <div className="@container">
      <WideTable {...props} />
      <Cards {...props} />
    </div>
  );
}

function WideTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowActions, width = "normal", sorting, selection } = props;
  return (
    <div
      className={`hidden overflow-x-auto rounded-card border border-line bg-raised ${widths[width].table}`}
    >
      <table className="w-full border-collapse text-start wrap-break-word">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {selection && (
              <td className="w-0 ps-4">
                <SelectAll rows={rows} rowKey={rowKey} selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <Heading key={column.id} column={column} sorting={sorting} width={width} />
            ))}
            {rowActions && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <WideRow key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadingProps<Row> = {
  column: Column<Row>;
  sorting: Sorting | undefined;
  width: keyof typeof widths;
};

function Heading<Row>({ column, sorting, width }: HeadingProps<Row>) {
  const { title, align, sort, sortFirst } = column;
  const classes = `${widths[width].cell} font-medium whitespace-nowrap ${align === "right" ? "text-end" : "text-start"}`;
  if (!sort || !sorting)
    return (
      <th scope="col" className={classes}>
        {title}
      </th>
    );
  const isSorted = sorting.value?.replace(/^-/, "") === sort;
  const isDescending = sorting.value?.startsWith("-") ?? false;
  const first = sortFirst === "descending" ? `-${sort}` : sort;
  const second = sortFirst === "descending" ? sort : `-${sort}`;
  // A third press returns to the order of the list.
  const next = !isSorted ? first : sorting.value === first ? second : "";
  const order = isSorted ? (isDescending ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" aria-sort={order} className={classes}>
      <button
        type="button"
        onClick={() => sorting.onChange(next)}
        className={`inline-flex items-center gap-1 rounded hover:text-foreground ${isSorted ? "text-foreground" : ""}`}
      >
        {title}
        <Icon
          name="down"
          className={`size-3.5 ${align === "right" ? "order-first" : ""} ${isSorted ? "" : "opacity-0"} ${isSorted && !isDescending ? "rotate-180" : ""}`}
        />
      </button>
    </th>
  );
}

function WideRow<Row>({
  row,
  columns,
  rowKey,
  rowLink,
  rowActions,
  width = "normal",
  selection,
}: TableProps<Row> & { row: Row }) {
  const isSelected = selection?.keys.has(rowKey(row)) ?? false;
  return (
    <tr
      className={`relative border-b border-line last:border-0 ${isSelected ? "bg-tint" : "hover:bg-background"}`}
    >
      {selection && (
        <td className="relative z-10 w-0 ps-4">
          <SelectRow row={row} rowKey={rowKey} selection={selection} />
        </td>
      )}
      {columns.map(({ id, cell, align }, index) => (
        <td key={id} className={`${widths[width].cell} ${align === "right" ? "text-end tabular-nums" : ""}`}>
          {index === 0 ? <RowLink to={rowLink?.(row)}>{cell(row)}</RowLink> : cell(row)}
        </td>
      ))}
      {rowActions && <td className="relative px-2 py-1 text-end whitespace-nowrap">{rowActions(row)}</td>}
    </tr>
  );
}

function Cards<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLink,
  rowActions,
  width = "normal",
  selection,
}: TableProps<Row>) {
  const head = columns.find(({ onPhone }) => onPhone === "title") ?? columns[0];
  const aside = columns.find(({ onPhone }) => onPhone === "aside");
  const rest = columns.filter((column) => column !== head && column !== aside && column.onPhone !== "none");
  return (
    <ul
      aria-label={caption}
      className={`grid grid-cols-[minmax(0,1fr)] gap-3 @2xl:grid-cols-[repeat(2,minmax(0,1fr))] ${widths[width].cards}`}
    >
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={`relative rounded-card border border-line p-4 ${selection?.keys.has(rowKey(row)) ? "bg-tint" : "bg-raised"}`}
        >
          <div className="flex items-start justify-between gap-3">
            {selection && (
              <span className="relative z-10 -m-2 p-2">
                <SelectRow row={row} rowKey={rowKey} selection={selection} />
              </span>
            )}
            <div className="min-w-0 flex-1 font-semibold">
              <RowLink to={rowLink?.(row)}>{head?.cell(row)}</RowLink>
            </div>
            {aside && <div className="shrink-0 text-end">{aside.cell(row)}</div>}
          </div>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {rest
              .filter(({ isEmpty }) => !isEmpty?.(row))
              .map(({ id, title, cell }) => (
                <div key={id} className="group contents">
                  <dt className="text-muted group-has-[[role=switch]]:self-center">{title}</dt>
                  <dd className="min-w-0 text-end">{cell(row)}</dd>
                </div>
              ))}
          </dl>
          {rowActions && (
            <div className="relative mt-3 flex flex-wrap justify-end gap-2">{rowActions(row)}</div>
          )}
        </li>
      ))}
    </ul>
  );
}

const checkboxClass = "size-5 cursor-pointer accent-accent align-middle";

type SelectProps<Row> = { selection: Selection<Row>; rowKey: (row: Row) => string | number };

function SelectRow<Row>({ row, rowKey, selection }: SelectProps<Row> & { row: Row }) {
  const { keys, onChange, nameOf } = selection;
  const key = rowKey(row);
  const toggle = () => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <input
      type="checkbox"
      checked={keys.has(key)}
      onChange={toggle}
      aria-label={texts.selectRow(nameOf(row))}
      className={checkboxClass}
    />
  );
}

/** Selects the loaded rows. */
function SelectAll<Row>({ rows, rowKey, selection }: SelectProps<Row> & { rows: readonly Row[] }) {
  const { keys, onChange } = selection;
  const isAll = rows.length > 0 && rows.every((row) => keys.has(rowKey(row)));
  return (
    <input
      type="checkbox"
      ref={(box) => {
        if (box) box.indeterminate = !isAll && keys.size > 0;
      }}
      checked={isAll}
      onChange={() => onChange(isAll ? new Set() : new Set(rows.map(rowKey)))}
      aria-label={texts.selectAll}
      className={checkboxClass}
    />
  );
}

/** A link that covers the whole row, so that it is easy to tap. */
function RowLink({ to, children }: { to: LinkProps | undefined; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link
      {...to}
      className="font-semibold text-foreground no-underline after:absolute after:inset-0 hover:text-accent"
    >
      {children}
    </Link>
  );
}
