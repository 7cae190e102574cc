import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import { RecordMails } from "../dashboard/record-mails.tsx";
import type { Customer, CustomerRow, InvoiceRow, PaymentRow, SaleRow } from "../dashboard/records.ts";
import { lazyPart } from "../data/lazy-part.tsx";
import { useResponse } from "../data/use-response.ts";
import { invoiceColumns } from "../invoices/invoice-columns.tsx";
import { columnsFor } from "../payments/payment-columns.tsx";
import { saleColumns } from "../sales/sale-columns.tsx";
import { useCan } from "../session.tsx";
import { texts as adjustmentTexts } from "../texts/adjustments.ts";
import { texts } from "../texts/customers.ts";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts as sendingTexts } from "../texts/sending.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { texts as withholdingTexts } from "../texts/withholding.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { countryName } from "../ui/countries.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatNumber, type Region } from "../ui/format.ts";
import { Card, Facts, Page } from "../ui/page.tsx";
import { Table, type TableProps } from "../ui/table.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useRegion } from "../ui/values.tsx";
import { BalanceCards } from "./balances.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { kindName } from "./customer-form.ts";
import { EraseAction } from "./erase-action.tsx";

const NewLinkDialog = lazyPart(async () => (await import("./new-link-dialog.tsx")).NewLinkDialog);
const CreditDialog = lazyPart(async () => (await import("./credit-dialog.tsx")).CreditDialog);
const back = { to: "/app/customers", label: texts.title } as const;

type CustomerData = {
  customer: Customer;
  balances: CustomerRow["balances"];
  invoices: InvoiceRow[];
  payments: PaymentRow[];
  sales: SaleRow[];
};

export function CustomerPage() {
  const { id } = useParams({ strict: false });
  const can = useCan();
  const region = useRegion();
  const { data, error, refetch } = useResponse<CustomerData>(`/lists/customers/${id}`);
  if (!data)
    return (
      <LoadingPage title={dashboardTexts.customer} back={back} error={error} onRetry={() => void refetch()} />
    );
  const { customer, balances } = data;
  return (
    <Page title={customer.name} back={back} actions={<Actions customer={customer} />}>
      <BalanceCards balances={balances} customer={customer} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Records data={data} />
          {can("invoices:read", "invoicing") && <RecordMails about={`customer/${customer.id}`} />}
        </div>
        <Card title={texts.details}>
          <Facts facts={factsOf(customer, region)} />
          <EraseAction customer={customer} />
        </Card>
      </div>
    </Page>
  );
}

function Actions({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState<"edit" | "link" | "credit">();
  const can = useCan();
  const close = () => setOpen(undefined);
  const hasCredit = customer.balance.some(({ credit }) => credit > 0);
  return (
    <>
      {can("invoices:write", "invoicing") && (
        <ButtonLink
          kind="primary"
          icon="plus"
          to="/app/invoices/new"
          search={{ customer: String(customer.id) }}
        >
          {texts.invoice}
        </ButtonLink>
      )}
      {can("payments:write", "payments") && can("invoices:read", "invoicing") && (
        <Button icon="link" onClick={() => setOpen("link")}>
          {texts.link}
        </Button>
      )}
      {can("reports:read", "invoicing") && (
        <ButtonLink to="/app/reports" search={{ report: "statement", customer_id: String(customer.id) }}>
          {sendingTexts.statement.link}
        </ButtonLink>
      )}
      {hasCredit && can("invoices:write", "invoicing") && (
        <Button onClick={() => setOpen("credit")}>{texts.applyCredit}</Button>
      )}
      {can("customers:write", "catalog") && (
        <Button icon="edit" onClick={() => setOpen("edit")}>
          {dashboardTexts.edit}
        </Button>
      )}
      {open === "edit" && <CustomerDialog customer={customer} onClose={close} onSaved={close} />}
      {open === "credit" && <CreditDialog customerId={customer.id} onClose={close} />}
      {open === "link" && <NewLinkDialog customerId={customer.id} onClose={close} />}
    </>
  );
}

/** The latest invoices, payments and sales; the lists have the rest. */
function Records({ data: { customer, invoices, payments, sales } }: { data: CustomerData }) {
  const can = useCan();
  const search = { customer_id: String(customer.id) };
  const tabs = [
    can("invoices:read", "invoicing") && {
      id: "invoices",
      title: texts.invoices,
      content: (
        <Latest
          rows={invoices}
          kind="invoices"
          search={search}
          texts={{
            caption: texts.invoices,
            all: texts.allInvoices,
            none: texts.noInvoices,
            hint: texts.noInvoicesHint,
          }}
          columns={invoiceColumns.filter(({ id }) => id !== "customer" && id !== "date")}
        />
      ),
    },
    can("payments:read", "payments") && {
      id: "payments",
      title: texts.payments,
      content: (
        <Latest
          rows={payments}
          kind="payments"
          search={search}
          texts={{
            caption: texts.payments,
            all: texts.allPayments,
            none: texts.noPayments,
            hint: texts.noPaymentsHint,
          }}
          columns={columnsFor(payments).filter(({ id }) => id !== "payer")}
        />
      ),
    },
    can("sales:read", "catalog") && {
      id: "sales",
      title: texts.sales,
      content: (
        <Latest
          rows={sales}
          kind="sales"
          search={search}
          texts={{ caption: texts.sales, all: texts.allSales, none: texts.noSales, hint: texts.noSalesHint }}
          columns={saleColumns.filter(({ id }) => id !== "customer")}
        />
      ),
    },
  ].filter((tab) => tab !== false);
  return <Tabs label={texts.recordsLabel} tabs={tabs} />;
}

type LatestProps<Row> = Pick<TableProps<Row>, "rows" | "columns"> & {
  kind: "invoices" | "payments" | "sales";
  search: { customer_id: string };
  texts: { caption: string; all: string; none: string; hint: string };
};

function Latest<Row extends { id: number }>({ kind, search, texts, rows, columns }: LatestProps<Row>) {
  const { caption, all, none, hint } = texts;
  if (rows.length === 0) {
    return (
      <EmptyState icon={kind} title={none}>
        {hint}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3 *:first:w-full">
      <Table
        rows={rows}
        caption={caption}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: `/app/${kind}/$id`, params: { id: String(id) } })}
      />
      <ButtonLink kind="quiet" to={`/app/${kind}`} search={search}>
        {all}
      </ButtonLink>
    </div>
  );
}

function factsOf(customer: Customer, region: Region) {
  const { address, default_discount_percent: discount, withholding_rate: withheld } = customer;
  const place = [address?.postal_code, address?.city].filter(Boolean).join(" ");
  const lines = [
    address?.line1,
    address?.line2,
    place,
    address?.region,
    address?.country ? countryName(address.country) : undefined,
  ].filter(Boolean);
  return [
    [texts.kind, kindName(customer.kind)],
    [
      texts.email,
      customer.email ? (
        <a key="email" href={`mailto:${customer.email}`} className="text-accent">
          {customer.email}
        </a>
      ) : (
        uiTexts.none
      ),
    ],
    [texts.phone, customer.phone ?? uiTexts.none],
    [texts.taxId, customer.tax_id ?? uiTexts.none],
    [texts.registration, customer.registration_number ?? uiTexts.none],
    [texts.externalId, customer.external_id ?? uiTexts.none],
    ...(discount === null
      ? []
      : [[adjustmentTexts.defaultDiscount, formatNumber(discount, region)] as const]),
    ...(withheld === null ? [] : [[withholdingTexts.rate, formatNumber(withheld, region)] as const]),
    [
      texts.address,
      lines.length > 0 ? (
        <span key="address" className="whitespace-pre-line">
          {lines.join("\n")}
        </span>
      ) : (
        uiTexts.none
      ),
    ],
  ] as const;
}
