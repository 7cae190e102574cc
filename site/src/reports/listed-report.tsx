import { usePages } from "../data/use-pages.ts";
import { methodName } from "../invoices/labels.tsx";
import { texts } from "../texts/reports.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { DateText, DayText, Money } from "../ui/values.tsx";

/** Reports that are long lists: they are read page by page, and have no totals. */
export type ListedName = "journal" | "withholding";

type Props = { asked: Record<string, string | undefined> };

export const ListedReport = ({ report, asked }: Props & { report: ListedName }) =>
  report === "journal" ? <Journal asked={asked} /> : <Withholding asked={asked} />;

type JournalLine = { account: string; debit: number; credit: number };
type JournalEntry = {
  id: string;
  date: string;
  type: string;
  reference: string | null;
  customer_name: string | null;
  method: string | null;
  currency: string;
  lines: readonly JournalLine[];
};
type JournalRow = Omit<JournalEntry, "lines"> & JournalLine & { place: number };

function Journal({ asked }: Props) {
  const pages = usePages<JournalEntry>("/reports/journal", "journal_entries", { ...asked, limit: 50 });
  const rows = pages.rows?.flatMap(({ lines, ...entry }) =>
    lines.map((line, place): JournalRow => ({ ...entry, ...line, place })),
  );
  return (
    <Listed
      pages={{ ...pages, rows }}
      caption={texts.names.journal}
      columns={journalColumns}
      keyOf={({ id, place }) => `${id} ${place}`}
    />
  );
}

const { columns } = texts;
// A number is one word, although it has a hyphen; what people type as a reference may be longer than a column.
const documentNumber = (text: string | null) =>
  text && <span className={text.length <= 20 ? "whitespace-nowrap" : "break-words"}>{text}</span>;
const side = (name: "debit" | "credit"): Column<JournalRow> => ({
  id: name,
  title: texts.sides[name],
  align: "right",
  cell: (row) => (row[name] === 0 ? null : <Money amount={row[name]} currency={row.currency} />),
  isEmpty: (row) => row[name] === 0,
});
const journalColumns: Column<JournalRow>[] = [
  { id: "account", title: texts.account, cell: ({ account }) => account, onPhone: "title" },
  { id: "date", title: columns.date, cell: ({ date }) => <DayText value={date} /> },
  {
    id: "type",
    title: columns.type,
    cell: ({ type }) => texts.types[type as keyof typeof texts.types] ?? type,
    onPhone: "aside",
  },
  { id: "reference", title: columns.reference, cell: ({ reference }) => documentNumber(reference) },
  { id: "customer_name", title: columns.customer_name, cell: ({ customer_name }) => customer_name },
  {
    id: "method",
    title: columns.method,
    cell: ({ method }) => method && methodName(method),
    isEmpty: ({ method }) => method === null,
  },
  side("debit"),
  side("credit"),
];

type WithheldTax = {
  payment_id: number;
  invoice_number: string | null;
  customer_name: string | null;
  amount: number;
  currency: string;
  allocations: readonly unknown[];
  certificate_number: string | null;
  paid_at: string;
};

function Withholding({ asked }: Props) {
  const pages = usePages<WithheldTax>("/reports/withholding", "withheld_taxes", { ...asked, limit: 50 });
  return (
    <Listed
      pages={pages}
      caption={texts.names.withholding}
      columns={withheldColumns}
      keyOf={({ payment_id }) => payment_id}
    />
  );
}

const withheldColumns: Column<WithheldTax>[] = [
  {
    id: "customer_name",
    title: columns.customer_name,
    cell: ({ customer_name }) => customer_name ?? texts.noCustomer,
    onPhone: "title",
  },
  {
    id: "invoice",
    title: texts.invoice,
    cell: ({ invoice_number, allocations: { length } }) => (
      <>
        {documentNumber(invoice_number)}
        {length > 1 && ` +${length - 1}`}
      </>
    ),
  },
  { id: "date", title: columns.date, cell: ({ paid_at }) => <DateText value={paid_at} /> },
  {
    id: "certificate",
    title: texts.certificate,
    cell: ({ certificate_number }) => certificate_number ?? texts.certificates.missing,
  },
  {
    id: "amount",
    title: columns.amount,
    align: "right",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    onPhone: "aside",
  },
];

type ListedProps<Row> = {
  pages: ReturnType<typeof usePages<Row>>;
  caption: string;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
};

function Listed<Row>({ pages, caption, columns: shown, keyOf }: ListedProps<Row>) {
  return (
    <>
      {pages.error && !pages.rows && <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {!pages.rows && !pages.error && <ListSkeleton rows={5} />}
      {pages.rows?.length === 0 && <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>}
      {pages.rows && pages.rows.length > 0 && (
        <Table caption={caption} width="widest" columns={shown} rows={pages.rows} rowKey={keyOf} />
      )}
      <Pager pages={pages} />
    </>
  );
}
