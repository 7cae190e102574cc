import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { ExplainedMoney } from "../dashboard/explained-money.tsx";
import { DateFilter } from "../dashboard/filters.tsx";
import { CustomerPicker } from "../dashboard/pickers.tsx";
import type { Customer } from "../dashboard/records.ts";
import { SegmentedControl } from "../dashboard/segmented-control.tsx";
import { useFilters } from "../dashboard/use-filters.ts";
import { downloadUrl, query } from "../data/api.ts";
import { lazyPart } from "../data/lazy-part.tsx";
import { useRecord, useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/reports.ts";
import { texts as sendingTexts } from "../texts/sending.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Page } from "../ui/page.tsx";
import { Table } from "../ui/table.tsx";
import { columnsOf, type ReportName, type ReportRow, shownAccounting, shownTotals } from "./columns.tsx";
import { type ListedName, ListedReport } from "./listed-report.tsx";

const SendStatementDialog = lazyPart(
  async () => (await import("./send-statement-dialog.tsx")).SendStatementDialog,
);

const JournalAccounts = lazyPart(async () => (await import("./journal-accounts.tsx")).JournalAccounts);

const names = ["report", "from", "to", "group_by", "customer_id", "certificate"] as const;
type Filters = ReturnType<typeof useFilters<(typeof names)[number]>>["filters"];
type Props = { filters: Filters; onChange: (changes: Filters) => void };

/** The reports of the company: chosen by the address, so that one can be kept as a bookmark. */
export function ReportsPage() {
  const { filters, change } = useFilters<(typeof names)[number]>(names);
  const can = useCan();
  const offered = reportNames.filter((name) => can("reports:read", features[name]));
  const report = offered.find((name) => name === filters.report) ?? "receivables";
  const asked = requestOf(report, filters);
  const isReady = report !== "statement" || filters.customer_id !== undefined;
  const [isSending, setSending] = useState(false);
  const canSend = report === "statement" && can("invoices:write", "invoicing");
  const actions = isReady && (
    <>
      {canSend && (
        <Button kind="primary" icon="send" onClick={() => setSending(true)}>
          {sendingTexts.statement.action}
        </Button>
      )}
      <ButtonAnchor icon="download" href={downloadUrl(`/reports/${report}.pdf${query(asked)}`)} newTab>
        {texts.pdf}
      </ButtonAnchor>
      <ButtonAnchor icon="download" href={downloadUrl(`/reports/${report}.csv${query(asked)}`)} download>
        {texts.csv}
      </ButtonAnchor>
    </>
  );
  return (
    <Page title={texts.title} intro={texts.intros[report]} actions={actions}>
      <SegmentedControl
        label={texts.title}
        value={report}
        options={offered.map((value) => [value, texts.names[value]] as const)}
        onChange={(value) => change({ report: value })}
      />
      <Choices report={report} filters={filters} onChange={change} />
      {isReady ? (
        <Content report={report} asked={asked} />
      ) : (
        <EmptyState title={texts.chooseCustomer}>{texts.chooseCustomerHint}</EmptyState>
      )}
      {isSending && filters.customer_id !== undefined && (
        <SendStatementDialog
          customerId={filters.customer_id}
          from={filters.from}
          to={filters.to}
          onClose={() => setSending(false)}
        />
      )}
    </Page>
  );
}

type AnyReport = ReportName | ListedName;
type Asked = Record<string, string | undefined>;

const features: Record<AnyReport, string> = {
  receivables: "invoicing",
  statement: "invoicing",
  sales: "invoicing",
  taxes: "invoicing",
  payments: "invoicing",
  withholding: "payments",
  journal: "invoicing",
};
const reportNames = Object.keys(features) as AnyReport[];

/** What the service is asked for: the filters that this report has. */
function requestOf(report: AnyReport, { from, to, group_by, customer_id, certificate }: Filters): Asked {
  if (report === "receivables") return { as_of: to };
  if (report === "statement") return { from, to, customer_id };
  if (report === "withholding") return { created_from: from, created_to: to, certificate };
  return report === "sales" ? { from, to, group_by } : { from, to };
}

function Content({ report, asked }: { report: AnyReport; asked: Asked }) {
  const [isEditing, setEditing] = useState(false);
  if (report === "withholding") return <ListedReport report={report} asked={asked} />;
  if (report !== "journal") return <Shown report={report} asked={asked} />;
  // Above the list, which goes on for as long as one scrolls.
  return (
    <>
      {isEditing ? (
        <JournalAccounts />
      ) : (
        <div>
          <Button onClick={() => setEditing(true)}>{texts.accounts.edit}</Button>
        </div>
      )}
      <ListedReport report={report} asked={asked} />
    </>
  );
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

function Choices({ report, filters, onChange }: Props & { report: AnyReport }) {
  return (
    <div className="flex flex-wrap items-end gap-4">
      {report === "statement" && <CustomerChoice filters={filters} onChange={onChange} />}
      {report !== "receivables" && (
        <DateFilter
          label={texts.from}
          value={filters.from}
          onChange={(from) => onChange({ from })}
          placeholder={report === "withholding" ? texts.anyDay : texts.firstOfMonth}
        />
      )}
      <DateFilter
        label={report === "receivables" ? texts.asOf : texts.to}
        value={filters.to}
        onChange={(to) => onChange({ to })}
        placeholder={texts.today}
      />
      {report === "sales" && (
        <Field label={texts.groupBy} className="text-sm">
          <Select
            value={filters.group_by ?? "customer"}
            onChange={(group_by) => onChange({ group_by })}
            options={optionsOf(texts.groupings)}
          />
        </Field>
      )}
      {report === "withholding" && (
        <Field label={texts.certificate} className="text-sm">
          <Select
            value={filters.certificate ?? "missing"}
            onChange={(certificate) => onChange({ certificate })}
            options={optionsOf(texts.certificates)}
          />
        </Field>
      )}
    </div>
  );
}

function CustomerChoice({ filters: { customer_id: id }, onChange }: Props) {
  return id === undefined ? (
    <Picker chosen={null} onChange={onChange} />
  ) : (
    <ChosenCustomer id={id} onChange={onChange} />
  );
}

function ChosenCustomer({ id, onChange }: { id: string; onChange: Props["onChange"] }) {
  const { record } = useRecord<Customer>(`/customers/${id}`, "customer");
  return <Picker chosen={{ value: id, label: record?.name ?? "" }} onChange={onChange} />;
}

type PickerProps = { chosen: { value: string; label: string } | null; onChange: Props["onChange"] };

const Picker = ({ chosen, onChange }: PickerProps) => (
  <div className="w-full sm:w-72">
    <Field label={texts.customer} className="text-sm">
      <CustomerPicker
        value={chosen}
        onChange={(choice) => onChange({ customer_id: choice?.value ?? undefined } as Filters)}
      />
    </Field>
  </div>
);

type Report = {
  totals: ReportRow[];
  totals_accounting?: ReportRow[];
  rows: ReportRow[];
  has_more: boolean;
};

function Shown({ report, asked }: { report: ReportName; asked: Record<string, string | undefined> }) {
  const response = useResponse<Report>(`/reports/${report}${query(asked)}`, {
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded response={response}>
      {({ totals, totals_accounting, rows, has_more }) =>
        rows.length === 0 ? (
          <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>
        ) : (
          <>
            <Totals report={report} asked={asked} totals={totals} accounting={totals_accounting ?? []} />
            <Table
              caption={texts.names[report]}
              width={report === "receivables" ? "full" : "widest"}
              columns={columnsOf(report, asked, rows)}
              rows={rows}
              rowKey={(row) => rows.indexOf(row)}
            />
            {has_more && <p className="text-sm text-muted">{texts.more}</p>}
          </>
        )
      }
    </Loaded>
  );
}

type TotalsProps = {
  report: ReportName;
  asked: Record<string, string | undefined>;
  totals: readonly ReportRow[];
  accounting: readonly ReportRow[];
};

function Totals({ report, asked, totals, accounting }: TotalsProps) {
  const isAbroad = totals.some((row) => row.currency !== row.accounting_currency);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {totals.map((row, index) => (
        <Card key={`${row.currency} ${row.accounting_currency}`} title={texts.totalIn(nameOf(row, totals))}>
          <dl className="flex flex-col gap-1.5">
            {shownTotals[report].map((name) => (
              <div key={name} className="flex flex-wrap items-baseline gap-x-2">
                <dt className="text-sm text-muted">{texts.columns[name]}</dt>
                <dd className="ms-auto">
                  <Total
                    report={report}
                    asked={asked}
                    field={`totals[${index}].${name}`}
                    amount={Number(row[name] ?? 0)}
                    currency={String(row.currency)}
                  />
                </dd>
              </div>
            ))}
          </dl>
          {report === "receivables" && Number(row.credit) < 0 && (
            <p className="mt-2 text-sm text-muted">{texts.creditBelowZero}</p>
          )}
        </Card>
      ))}
      {isAbroad &&
        accounting.map((row, index) => (
          <AccountingTotals
            key={row.accounting_currency}
            report={report}
            asked={asked}
            at={`totals_accounting[${index}]`}
            row={row}
          />
        ))}
    </div>
  );
}

/** All currencies together, at the rates that the documents have kept. */
function AccountingTotals({
  report,
  asked,
  at,
  row,
}: Pick<TotalsProps, "report" | "asked"> & { at: string; row: ReportRow }) {
  const code = String(row.accounting_currency);
  const withoutRate = Number(row.without_rate);
  return (
    <Card title={texts.allIn(code)}>
      <dl className="flex flex-col gap-1.5">
        {shownAccounting[report].map((name) => (
          <div key={name} className="flex flex-wrap items-baseline gap-x-2">
            <dt className="text-sm text-muted">{texts.columns[name]}</dt>
            <dd className="ms-auto">
              <Total
                report={report}
                asked={asked}
                field={`${at}.${name}`}
                amount={Number(row[name] ?? 0)}
                currency={code}
              />
            </dd>
          </div>
        ))}
      </dl>
      {withoutRate > 0 && <p className="mt-2 text-sm text-muted">{texts.withoutRate(withoutRate)}</p>}
    </Card>
  );
}

type TotalProps = Omit<TotalsProps, "totals" | "accounting"> & {
  field: string;
  amount: number;
  currency: string;
};

function Total({ report, asked, field, amount, currency }: TotalProps) {
  return (
    <ExplainedMoney
      path={`/reports/${report}`}
      parameters={asked}
      field={field}
      amount={amount}
      currency={currency}
    />
  );
}

/** Documents from before the company chose another accounting currency are added up apart. */
function nameOf({ currency, accounting_currency }: ReportRow, totals: readonly ReportRow[]): string {
  const isOne = totals.filter((other) => other.currency === currency).length === 1;
  return isOne ? String(currency) : `${currency} (${accounting_currency})`;
}
