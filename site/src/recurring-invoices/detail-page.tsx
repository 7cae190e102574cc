import { useParams } from "@tanstack/react-router";
import { Big } from "big.js";
import { documentFacts } from "../dashboard/document-fields.tsx";
import { LinesCard } from "../dashboard/documents/lines-card.tsx";
import { withheldSums } from "../dashboard/lines/totals.tsx";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import { CustomerLink } from "../dashboard/record-links.tsx";
import type { InvoiceRow, PreviewedInvoice, RecurringInvoice } from "../dashboard/records.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/recurring.ts";
import { texts as withholdingTexts } from "../texts/withholding.ts";
import { formatRate, type Region } from "../ui/format.ts";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText, useRegion } from "../ui/values.tsx";
import { FailureNote } from "./failure-note.tsx";
import { MadeCard, PreviewCard } from "./invoice-cards.tsx";
import { RecurringActions } from "./recurring-actions.tsx";
import { RecurringBadge } from "./recurring-columns.tsx";

const back = { to: "/app/recurring-invoices", label: texts.title } as const;

type Response = {
  recurring_invoice: RecurringInvoice;
  preview: PreviewedInvoice[];
  invoices: InvoiceRow[];
};

export function RecurringInvoicePage() {
  const { id } = useParams({ strict: false });
  const region = useRegion();
  const { data, error, refetch } = useResponse<Response>(`/lists/recurring_invoices/${id}`);
  if (!data)
    return <LoadingPage title={texts.recurring} back={back} error={error} onRetry={() => void refetch()} />;
  const { recurring_invoice: record, preview, invoices } = data;
  return (
    <Page
      title={texts.name(record.id)}
      badge={<RecurringBadge status={record.status} />}
      back={back}
      actions={<RecurringActions record={record} />}
    >
      {record.last_error && <FailureNote failure={record.last_error} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <LinesCard document={record} more={withheldOf(record, region)} />
          <MadeCard invoices={invoices} periodsDone={record.periods_done} />
          <PreviewCard preview={preview} status={record.status} />
        </div>
        <Card title={texts.details}>
          <Facts facts={factsOf(record)} />
        </Card>
      </div>
    </Page>
  );
}

/** What the buyer of each invoice deducts, and what is left to pay. */
function withheldOf({ total, withholding, withholding_amount }: RecurringInvoice, region: Region) {
  if (withholding === null) return [];
  const payable = new Big(String(total)).minus(String(withholding_amount)).toFixed();
  return withheldSums({ withholding: withholding_amount, payable }, formatRate(withholding.rate, region));
}

type Fact = readonly [string, React.ReactNode];

function factsOf(record: RecurringInvoice): Fact[] {
  const {
    customer_id,
    customer_name,
    interval,
    interval_count,
    day_of_month,
    payment_terms_days,
    withholding,
  } = record;
  const { facts } = texts;
  const terms = payment_terms_days === null ? facts.companyTerms : facts.days(payment_terms_days);
  return [
    [texts.customer, <CustomerLink key="customer" id={customer_id} name={customer_name} none="" />],
    [texts.interval, texts.every(interval_count, interval)],
    ...(day_of_month === null
      ? []
      : [[facts.day, day_of_month === 31 ? facts.lastDay : String(day_of_month)] as const]),
    [texts.nextDate, <DateText key="next" value={record.next_date} />],
    [facts.start, <DateText key="start" value={record.start_date} />],
    [facts.end, endOf(record)],
    [facts.action, texts.actions[record.action]],
    [facts.missed, texts.missed[record.missed]],
    [facts.terms, terms],
    ...(withholding?.reason ? [[withholdingTexts.reason, withholding.reason] as const] : []),
    ...documentFacts(record, "short"),
    ...documentFacts(record, "long"),
  ];
}

function endOf({ end_date, count, periods_done }: RecurringInvoice) {
  if (end_date !== null) return <DateText value={end_date} />;
  return count === null ? texts.facts.endNever : texts.facts.endAfter(count, periods_done);
}
