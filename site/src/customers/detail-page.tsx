import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import { RecordList } from "../dashboard/record-list.tsx";
import type { Customer, InvoiceEntry } from "../dashboard/records.ts";
import { usePages } from "../data/use-pages.ts";
import { useRecord } from "../data/use-response.ts";
import { invoiceColumns } from "../invoices/invoice-columns.tsx";
import { useCan } from "../session.tsx";
import { texts } from "../texts/customers.ts";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { countryName } from "../ui/countries.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { CustomerDialog } from "./customer-dialog.tsx";
import { kindName } from "./customer-form.ts";

const back = { to: "/app/customers", label: texts.title } as const;

export function CustomerPage() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Customer>(`/customers/${id}`, "customer");
  const [isEditing, setEditing] = useState(false);
  const can = useCan();
  if (!record)
    return (
      <LoadingPage title={dashboardTexts.customer} back={back} error={error} onRetry={() => void refetch()} />
    );
  return (
    <Page
      title={record.name}
      back={back}
      actions={
        <>
          {can("invoices:write", "invoicing") && (
            <ButtonLink
              kind="primary"
              icon="plus"
              to="/app/invoices/new"
              search={{ customer: String(record.id) }}
            >
              {texts.invoice}
            </ButtonLink>
          )}
          {can("customers:write", "catalog") && (
            <Button icon="edit" onClick={() => setEditing(true)}>
              {dashboardTexts.edit}
            </Button>
          )}
        </>
      }
    >
      <Card title={texts.details}>
        <Facts facts={factsOf(record)} />
      </Card>
      {can("invoices:read", "invoicing") && <Invoices customerId={record.id} />}
      {isEditing && (
        <CustomerDialog
          customer={record}
          onClose={() => setEditing(false)}
          onSaved={() => setEditing(false)}
        />
      )}
    </Page>
  );
}

function factsOf(customer: Customer) {
  const { address } = customer;
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
        <a key="email" href={`mailto:${customer.email}`}>
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

function Invoices({ customerId }: { customerId: number }) {
  const pages = usePages<InvoiceEntry>("/invoices", "invoices", { customer_id: customerId });
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{texts.invoices}</h2>
      <RecordList
        pages={pages}
        caption={texts.invoices}
        columns={invoiceColumns.filter(({ id }) => id !== "customer")}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/app/invoices/$id", params: { id: String(id) } })}
        empty={
          <EmptyState icon="invoices" title={texts.noInvoices}>
            {null}
          </EmptyState>
        }
      />
    </section>
  );
}
