import type { ReactNode } from "react";
import { isCalendarDate } from "../../../service/src/platform/values/clock.ts";
import { printedReferences } from "../dashboard/document-fields.tsx";
import { isBlank, type LineForm } from "../dashboard/lines/line-form.ts";
import { liveTotals } from "../dashboard/lines/live-totals.ts";
import { subtotalName, taxName, withheldSums } from "../dashboard/lines/totals.tsx";
import type { Customer } from "../dashboard/records.ts";
import { useDebounced } from "../dashboard/use-debounced.ts";
import { useInvoiceTerms } from "../dashboard/use-terms.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan, useCompany } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/editor.ts";
import { countryName } from "../ui/countries.tsx";
import { plain } from "../ui/decimals.ts";
import {
  formatAmount,
  formatDate,
  formatMoney,
  formatNumber,
  formatRate,
  type Region,
} from "../ui/format.ts";
import { useRegion } from "../ui/values.tsx";
import { dueByTerms, type InvoiceForm } from "./invoice-form.ts";

/** A party as the company profile and the customers of the API describe it. */
type Party = {
  name: string;
  email: string | null;
  phone: string | null;
  tax_id: string | null;
  country?: string | null;
  address: Partial<Record<string, string | null>> | null;
};

/** The invoice as it will be printed, while it is being written. Nothing is stored for it. */
export function InvoicePreview({ form }: { form: InvoiceForm }) {
  const shown = useDebounced(form, 150);
  const can = useCan();
  const id = shown.customer?.value;
  const customer = useResponse<{ customer: Customer }>(`/customers/${id}`, {
    enabled: id !== undefined && can("customers:read", "catalog"),
  });
  const company = useResponse<{ company: Party & { payment_terms_days: number } }>("/company");
  const supplier = company.data?.company;
  return (
    <section
      aria-label={texts.preview.title}
      className="min-w-0 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-8rem)] xl:overflow-y-auto"
      // A region that scrolls must be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
    >
      <div className="@container rounded-control border border-line bg-raised text-foreground shadow-lift scheme-light">
        <div className="flex min-h-[141cqw] flex-col gap-5 p-[6cqw] text-[0.7rem] leading-snug @md:text-xs">
          <Head supplier={supplier} />
          <Facts
            form={shown}
            customer={id === undefined ? undefined : customer.data?.customer}
            terms={supplier?.payment_terms_days}
          />
          <Lines form={shown} />
          <Sums form={shown} />
          {shown.notes.trim() !== "" && (
            <div>
              <h3 className="font-semibold">{texts.preview.notes}</h3>
              <p className="whitespace-pre-line">{shown.notes.trim()}</p>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function Head({ supplier }: { supplier: Party | undefined }) {
  const { name } = useCompany();
  return (
    <div className="flex items-start justify-between gap-4">
      <Address party={supplier} name={supplier?.name ?? name} className="text-sm" />
      <div className="shrink-0 text-end">
        <h2 className="text-xl font-semibold">{texts.preview.invoice}</h2>
        <p className="text-foreground/80">{texts.preview.notIssued}</p>
        <p className="mt-1 inline-block rounded border border-warn px-2 py-0.5 font-semibold text-warn">
          {texts.preview.draft}
        </p>
      </div>
    </div>
  );
}

type AddressProps = { party: Party | Customer | undefined; name: string; className?: string };

function Address({ party, name, className }: AddressProps) {
  return (
    <div className="min-w-0">
      <p className={`font-semibold ${className ?? ""}`} dir="auto">
        {name}
      </p>
      <p className="whitespace-pre-line text-foreground/80" dir="auto">
        {party && linesOf(party).join("\n")}
      </p>
    </div>
  );
}

function linesOf(party: Party | Customer): string[] {
  const address = (party.address ?? {}) as Partial<Record<string, string | null>>;
  const country = address.country ?? ("country" in party ? party.country : null);
  const lines = [
    address.line1,
    address.line2,
    [address.city, address.postal_code].filter(Boolean).join(" "),
    country && (address.line1 || address.city) ? countryName(country) : null,
    party.email,
    party.phone,
    party.tax_id && texts.preview.taxId(party.tax_id),
  ];
  return lines.filter((line): line is string => Boolean(line));
}

type FactsProps = { form: InvoiceForm; customer: Customer | undefined; terms: number | undefined };

function Facts({ form, customer, terms }: FactsProps) {
  const region = useRegion();
  const date = (value: string) => (isCalendarDate(value) ? formatDate(value, region) : value);
  const due = form.dueDate || dueByTerms(form, terms);
  const facts = [
    [texts.invoice.invoiceDate, date(form.invoiceDate)],
    [texts.invoice.dueDate, date(due)],
    [texts.invoice.currency, form.currency],
    ...printedReferences(form),
  ].filter(([, value]) => value !== "");
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <h3 className="text-foreground/80">{texts.preview.billTo}</h3>
        {form.customer ? (
          <Address party={customer} name={form.customer.label} />
        ) : (
          <p className="text-foreground/80">{texts.preview.noCustomer}</p>
        )}
      </div>
      <dl className="grid shrink-0 grid-cols-[auto_auto] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-foreground/80">{name}</dt>
            <dd className="text-end whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Lines({ form }: { form: InvoiceForm }) {
  const region = useRegion();
  const { nets, pricesIncludeTax } = liveTotals(form.lines, form.currency, useInvoiceTerms(form));
  const { lines } = texts;
  const filled = form.lines.flatMap((line, index) => (isBlank(line) ? [] : [{ line, net: nets[index] }]));
  if (filled.length === 0) return <p className="py-4 text-foreground/80">{texts.preview.noLines}</p>;
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="border-b border-edge text-foreground/80">
          <Heading>{lines.description}</Heading>
          <Heading isFigure>{lines.quantityShort}</Heading>
          <Heading isFigure>{pricesIncludeTax ? dashboardTexts.lines.priceWithTax : lines.price}</Heading>
          <Heading isFigure>{lines.rate}</Heading>
          <Heading isFigure>{lines.amount}</Heading>
        </tr>
      </thead>
      <tbody>
        {filled.map(({ line, net }) => (
          <tr key={line.key} className="border-b border-line align-top">
            <td className="py-1.5 pe-2 whitespace-pre-line" dir="auto">
              {line.description || line.productName}
            </td>
            <Figure>{numberOf(line.quantity, (value) => formatNumber(value, region))}</Figure>
            <Figure>{numberOf(line.unitPrice, (value) => formatAmount(value, form.currency, region))}</Figure>
            <Figure>{numberOf(line.taxRate, (value) => formatNumber(value, region))}</Figure>
            <Figure>{net === undefined ? "" : formatAmount(net, form.currency, region)}</Figure>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const numberOf = (text: LineForm["quantity"], format: (value: string) => string) =>
  /^\d+(\.\d+)?$/.test(plain(text)) ? format(plain(text)) : text;

function Heading({ isFigure = false, children }: { isFigure?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`py-1 font-medium whitespace-nowrap ${isFigure ? "ps-2 text-end" : "text-start"}`}
    >
      {children}
    </th>
  );
}

const Figure = ({ children }: { children: ReactNode }) => (
  <td className="py-1.5 ps-2 text-end whitespace-nowrap tabular-nums">{children}</td>
);

function Sums({ form }: { form: InvoiceForm }) {
  const region: Region = useRegion();
  const terms = useInvoiceTerms(form);
  const totals = liveTotals(form.lines, form.currency, terms);
  const money = (amount: string) => formatMoney(amount, form.currency, region);
  const sums = [
    [subtotalName(totals), totals.subtotal],
    ...(Number(totals.discountTotal) > 0
      ? [[dashboardTexts.totals.discount, `-${totals.discountTotal}`]]
      : []),
    ...(Number(totals.chargeTotal) > 0 ? [[dashboardTexts.totals.charges, totals.chargeTotal]] : []),
    ...totals.taxes.map(({ rate, category, tax }) => [taxName(formatRate(rate, region), category), tax]),
  ] as [string, string][];
  return (
    <table className="ms-auto min-w-1/2">
      <tbody>
        {sums.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-start font-normal text-foreground/80">
              {name}
            </th>
            <Figure>{money(amount)}</Figure>
          </tr>
        ))}
        <tr className="border-t border-edge text-sm font-semibold">
          <th scope="row" className="py-1 text-start font-semibold">
            {dashboardTexts.totals.total}
          </th>
          <Figure>{money(totals.total)}</Figure>
        </tr>
        {withheldSums(totals, formatRate(terms.withholdingRate, region)).map(([name, amount]) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-start font-normal text-foreground/80">
              {name}
            </th>
            <Figure>{money(String(amount))}</Figure>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
