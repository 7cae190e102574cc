import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

export type Column<Row> = {
  /** Unique in the table. */
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  align?: "right";
  /** On phones: the card's heading (`title`), beside it (`aside`), hidden (`none`), or by default a line of its own. */
  onPhone?: "title" | "aside" | "none";
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
};

const widths = {
  normal: { table: "md:block", cards: "md:hidden" },
  wide: { table: "@3xl:block", cards: "@3xl:hidden" },
  widest: { table: "@4xl:block", cards: "@4xl:hidden" },
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

function WideTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowLink,
  rowActions,
  width = "normal",
}: TableProps<Row>) {
  return (
    <div
      className={`hidden overflow-x-auto rounded-card border border-line bg-raised ${widths[width].table}`}
    >
      <table className="w-full border-collapse text-left wrap-break-word">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {columns.map(({ id, title, align }) => (
              <th
                key={id}
                scope="col"
                className={`px-4 py-3 font-medium ${align === "right" ? "text-right" : ""}`}
              >
                {title}
              </th>
            ))}
            {rowActions && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="relative border-b border-line last:border-0 hover:bg-background">
              {columns.map(({ id, cell, align }, index) => (
                <td key={id} className={`px-4 py-3 ${align === "right" ? "text-right tabular-nums" : ""}`}>
                  {index === 0 ? <RowLink to={rowLink?.(row)}>{cell(row)}</RowLink> : cell(row)}
                </td>
              ))}
              {rowActions && (
                <td className="relative px-2 py-1 text-right whitespace-nowrap">{rowActions(row)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
}: TableProps<Row>) {
  const head = columns.find(({ onPhone }) => onPhone === "title") ?? columns[0];
  const aside = columns.find(({ onPhone }) => onPhone === "aside");
  const rest = columns.filter((column) => column !== head && column !== aside && column.onPhone !== "none");
  return (
    <ul aria-label={caption} className={`flex flex-col gap-3 ${widths[width].cards}`}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="relative rounded-card border border-line bg-raised p-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 font-semibold">
              <RowLink to={rowLink?.(row)}>{head?.cell(row)}</RowLink>
            </div>
            {aside && <div className="shrink-0 text-right">{aside.cell(row)}</div>}
          </div>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {rest.map(({ id, title, cell }) => (
              <div key={id} className="contents">
                <dt className="text-muted">{title}</dt>
                <dd className="min-w-0 text-right">{cell(row)}</dd>
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
