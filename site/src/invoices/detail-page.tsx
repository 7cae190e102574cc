import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { documentFacts } from "../dashboard/document-fields.tsx";
import { ExplanationDialog } from "../dashboard/explanation-dialog.tsx";
import { LineTable } from "../dashboard/lines/line-table.tsx";
import { type FurtherSum, Totals, totalsOf, withheldSums } from "../dashboard/lines/totals.tsx";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import type { Invoice, Sale } from "../dashboard/records.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/invoice-detail.ts";
import { texts as listTexts } from "../texts/invoices.ts";
import { texts as recurringTexts } from "../texts/recurring.ts";
import { texts as reminderTexts } from "../texts/reminders.ts";
import { texts as withholdingTexts } from "../texts/withholding.ts";
import { Badge } from "../ui/badge.tsx";
import { countryName } from "../ui/countries.tsx";
import { formatRate } from "../ui/format.ts";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText, useRegion } from "../ui/values.tsx";
import { AccountingSums } from "./accounting-sums.tsx";
import { FiscalCard } from "./fiscal-card.tsx";
import { InvoiceActions } from "./invoice-actions.tsx";
import { invoiceName } from "./invoice-columns.tsx";
import { InvoiceBadge } from "./labels.tsx";
import type { Missing } from "./missing-data.tsx";
import { type RelatedRecords, RelatedRecordsCards, useRelatedRecords } from "./related-records.tsx";
import { TimelineCard } from "./timeline-card.tsx";
import { withheldOf } from "./withheld.ts";

const back = { to: "/app/invoices", label: listTexts.title } as const;

export function InvoicePage() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Invoice>(`/invoices/${id}`, "invoice");
  // Requested together with the invoice.
  const related = useRelatedRecords(id);
  if (!record)
    return <LoadingPage title={listTexts.invoice} back={back} error={error} onRetry={() => void refetch()} />;
  return <InvoiceView invoice={record} related={related} />;
}

function InvoiceView({ invoice, related }: { invoice: Invoice; related: RelatedRecords }) {
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  return (
    <Page
      title={invoiceName(invoice)}
      badge={
        <>
          <InvoiceBadge invoice={invoice} />
          {invoice.reminders_paused && <Badge>{reminderTexts.pausedNote}</Badge>}
        </>
      }
      back={back}
      actions={<InvoiceActions invoice={invoice} onMissing={setMissing} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Content invoice={invoice} />
          <FiscalCard invoice={invoice} missing={missing} onRefreshed={() => setMissing([])} />
          <RelatedRecordsCards invoice={invoice} related={related} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title={texts.page.dates}>
            <Facts facts={factsOf(invoice)} />
          </Card>
          <TimelineCard invoice={invoice} related={related} />
        </div>
      </div>
    </Page>
  );
}

function Content({ invoice }: { invoice: Invoice }) {
  const { supplier, customer, currency } = invoice;
  const region = useRegion();
  const rateText = (rate: number) => formatRate(rate, region);
  const [explained, setExplained] = useState<string>();
  return (
    <Card>
      <div className="mb-6 grid gap-6 sm:grid-cols-2">
        <Party title={texts.page.from} party={supplier} />
        <Party
          title={texts.page.to}
          party={customer}
          name={
            <Link
              to="/app/customers/$id"
              params={{ id: String(invoice.customer_id) }}
              className="text-accent"
            >
              {customer.name}
            </Link>
          }
        />
      </div>
      <h2 className="sr-only">{dashboardTexts.lines.title}</h2>
      <LineTable lines={invoice.lines} currency={currency} pricesIncludeTax={invoice.prices_include_tax} />
      <div className="mt-6 ms-auto max-w-sm">
        <Totals
          totals={totalsOf(invoice)}
          currency={currency}
          more={furtherSums(invoice, rateText)}
          onExplain={setExplained}
        />
        <AccountingSums invoice={invoice} />
        {explained && (
          <ExplanationDialog
            path={`/invoices/${invoice.id}`}
            field={explained}
            onClose={() => setExplained(undefined)}
          />
        )}
      </div>
      {documentFacts(invoice, "long").map(([label, text]) => (
        <div key={label} className="mt-6">
          <h2 className="text-sm font-medium text-muted">{label}</h2>
          <p className="whitespace-pre-line">{text}</p>
        </div>
      ))}
    </Card>
  );
}

function furtherSums(invoice: Invoice, rateText: (rate: number) => string): FurtherSum[] {
  const { amount_paid, amount_credited, amount_refunded, amount_due, status } = invoice;
  const { credit_applied, credit_applied_elsewhere, amount_to_refund } = invoice;
  const sums = [
    [texts.page.paid, amount_paid, "amount_paid"],
    [texts.page.credited, amount_credited, "amount_credited"],
    [texts.page.creditApplied, credit_applied, "credit_applied"],
    [texts.page.refunded, amount_refunded, "amount_refunded"],
    [texts.page.creditElsewhere, credit_applied_elsewhere, "credit_applied_elsewhere"],
    [texts.page.toRefund, amount_to_refund, "amount_to_refund"],
  ] as const;
  const moved = sums.filter(([, amount]) => amount > 0);
  const withheld = withheldSums(
    { withholding: withheldOf(invoice), payable: invoice.amount_payable },
    invoice.withholding ? rateText(invoice.withholding.rate) : "",
  );
  if (status === "void") return moved;
  return [
    ...moved,
    ...(status === "draft" ? [] : [[texts.page.due, amount_due, "amount_due"] as const]),
    ...withheld,
  ];
}

type PartyProps = {
  title: string;
  party: Invoice["supplier"] | Invoice["customer"];
  /** Replaces the plain name, for example by a link. */
  name?: ReactNode;
};

function Party({ title, party, name }: PartyProps) {
  const { address } = party;
  const lines = [
    address?.line1,
    address?.line2,
    [address?.postal_code, address?.city].filter(Boolean).join(" "),
    address?.region,
    address?.country ? countryName(address.country) : null,
    party.tax_id,
    party.email,
  ].filter(Boolean);
  return (
    <div>
      <h2 className="text-sm font-medium text-muted">{title}</h2>
      <p className="font-semibold">{name ?? party.name}</p>
      <p className="text-sm whitespace-pre-line text-muted">{lines.join("\n")}</p>
    </div>
  );
}

/** The invoice knows only the id of its sale; the number is what people look for. */
function SaleLink({ id }: { id: number }) {
  const can = useCan();
  const isReadable = can("sales:read", "catalog");
  const { data } = useResponse<{ sale: Sale }>(`/sales/${id}`, { enabled: isReadable });
  const name = data?.sale.number ?? String(id);
  if (!isReadable) return name;
  return (
    <Link to="/app/sales/$id" params={{ id: String(id) }} className="text-accent">
      {name}
    </Link>
  );
}

function factsOf(invoice: Invoice): (readonly [string, ReactNode])[] {
  const facts: (readonly [string, ReactNode])[] = [
    [texts.page.invoiceDate, <DateText key="date" value={invoice.invoice_date} />],
    [texts.page.dueDate, <DateText key="due" value={invoice.due_date} />],
    [texts.page.issuedAt, <DateText key="issued" value={invoice.issued_at} />],
    [texts.page.source, texts.page.sources[invoice.source]],
  ];
  if (invoice.sent_at) facts.push([texts.page.sentAt, <DateText key="sent" value={invoice.sent_at} />]);
  if (invoice.viewed_at)
    facts.push([texts.page.viewedAt, <DateText key="viewed" value={invoice.viewed_at} />]);
  if (invoice.reminded_at)
    facts.push([reminderTexts.remindedAt, <DateText key="reminded" value={invoice.reminded_at} />]);
  facts.push(...documentFacts(invoice, "short"));
  if (invoice.withholding?.reason) facts.push([withholdingTexts.reason, invoice.withholding.reason]);
  if (invoice.sale_id !== null) facts.push([texts.page.sale, <SaleLink key="sale" id={invoice.sale_id} />]);
  if (invoice.recurring_invoice_id !== null) {
    const id = invoice.recurring_invoice_id;
    facts.push(
      [
        texts.page.recurring,
        <Link
          key="recurring"
          to="/app/recurring-invoices/$id"
          params={{ id: String(id) }}
          className="text-accent"
        >
          {recurringTexts.name(id)}
        </Link>,
      ],
      [
        texts.page.period,
        <span key="period">
          <DateText value={invoice.period_start} /> – <DateText value={invoice.period_end} />
        </span>,
      ],
    );
  }
  return facts;
}
