import type Type from "typebox";
import type {
  ExplainedAmount as ExplainedAmountSchema,
  ExplainedPart as ExplainedPartSchema,
  ExplainedStep as ExplainedStepSchema,
  Explanation as ExplanationSchema,
} from "../../../service/src/domains/backoffice/explanations/schema.ts";
import type { CustomerRow as CustomerRowSchema } from "../../../service/src/domains/backoffice/lists/customers.ts";
import type { InvoiceRow as InvoiceRowSchema } from "../../../service/src/domains/backoffice/lists/invoices.ts";
import type { LinkRow as LinkRowSchema } from "../../../service/src/domains/backoffice/lists/links.ts";
import type { PaymentRow as PaymentRowSchema } from "../../../service/src/domains/backoffice/lists/payments.ts";
import type { QuoteRow as QuoteRowSchema } from "../../../service/src/domains/backoffice/lists/quotes.ts";
import type { RecurringRow as RecurringRowSchema } from "../../../service/src/domains/backoffice/lists/recurring-invoices.ts";
import type { SaleRow as SaleRowSchema } from "../../../service/src/domains/backoffice/lists/sales.ts";
import type { CreditNoteEntry as CreditNoteSchema } from "../../../service/src/domains/billing/credit-notes/schema.ts";
import type { ExchangeRate as ExchangeRateSchema } from "../../../service/src/domains/billing/exchange-rates/schema.ts";
import type {
  InvoiceEntry as InvoiceEntrySchema,
  Invoice as InvoiceSchema,
} from "../../../service/src/domains/billing/invoices/schema.ts";
import type { Line as LineSchema } from "../../../service/src/domains/billing/lines/schema.ts";
import type { Quote as QuoteSchema } from "../../../service/src/domains/billing/quotes/schema.ts";
import type {
  PreviewedInvoice as PreviewedInvoiceSchema,
  RecurringInvoice as RecurringInvoiceSchema,
} from "../../../service/src/domains/billing/recurring-invoices/schema.ts";
import type { Sale as SaleSchema } from "../../../service/src/domains/billing/sales/schema.ts";
import type { Customer as CustomerSchema } from "../../../service/src/domains/catalog/customers/schema.ts";
import type { Product as ProductSchema } from "../../../service/src/domains/catalog/products/schema.ts";
import type { PaymentLink as LinkSchema } from "../../../service/src/domains/payments/links/schema.ts";
import type { Payment as PaymentSchema } from "../../../service/src/domains/payments/payments/schema.ts";
import type { Key as KeySchema } from "../../../service/src/domains/tenancy/keys/schema.ts";
import type {
  Delivery as DeliverySchema,
  DeliveryWithAttempts,
} from "../../../service/src/domains/webhooks/deliveries/schema.ts";
import type { Endpoint as EndpointSchema } from "../../../service/src/domains/webhooks/endpoints/schema.ts";
import type { Event as EventSchema } from "../../../service/src/domains/webhooks/events/schema.ts";
import type { InboxEntry as InboxSchema } from "../../../service/src/domains/webhooks/inbox/schema.ts";

// Responses are typed by the schemas of the API. Only types are imported, so none of the code reaches a browser.
export type Customer = Type.Static<typeof CustomerSchema>;
export type Product = Type.Static<typeof ProductSchema>;
export type Line = Type.Static<typeof LineSchema>;
/** The lines of a recurring invoice have no id. */
export type DocumentLine = Omit<Line, "id"> & { id?: number };
export type Explanation = Type.Static<typeof ExplanationSchema>;
export type ExplainedAmount = Type.Static<typeof ExplainedAmountSchema>;
export type ExplainedPart = Type.Static<typeof ExplainedPartSchema>;
export type ExplainedStep = Type.Static<typeof ExplainedStepSchema>;
export type Invoice = Type.Static<typeof InvoiceSchema>;
export type InvoiceEntry = Type.Static<typeof InvoiceEntrySchema>;
export type { ReminderSettings } from "../../../service/src/domains/sending/reminders/schema.ts";
export type ExchangeRate = Type.Static<typeof ExchangeRateSchema>;
export type CreditNote = Type.Static<typeof CreditNoteSchema>;
export type Sale = Type.Static<typeof SaleSchema>;
export type Quote = Type.Static<typeof QuoteSchema>;
export type RecurringInvoice = Type.Static<typeof RecurringInvoiceSchema>;
export type PreviewedInvoice = Type.Static<typeof PreviewedInvoiceSchema>;
export type Payment = Type.Static<typeof PaymentSchema>;
export type PaymentLink = Type.Static<typeof LinkSchema>;
export type InvoiceRow = Type.Static<typeof InvoiceRowSchema>;
export type CustomerRow = Type.Static<typeof CustomerRowSchema>;
export type SaleRow = Type.Static<typeof SaleRowSchema>;
export type QuoteRow = Type.Static<typeof QuoteRowSchema>;
export type RecurringRow = Type.Static<typeof RecurringRowSchema>;
export type PaymentRow = Type.Static<typeof PaymentRowSchema>;
export type LinkRow = Type.Static<typeof LinkRowSchema>;
export type ApiEvent = Type.Static<typeof EventSchema>;
export type Delivery = Type.Static<typeof DeliverySchema>;
export type DeliveryDetails = Type.Static<typeof DeliveryWithAttempts>;
export type Endpoint = Type.Static<typeof EndpointSchema>;
export type ApiKey = Type.Static<typeof KeySchema>;
export type InboxEntry = Type.Static<typeof InboxSchema>;

/** The fields of an authority's response that the pages show; each authority returns more than these. */
export type Fiscal = {
  authority?: string;
  errors?: { field: string | null; message: string }[];
  irn?: string;
  qr?: string;
  registered_at?: string;
  rejected_at?: string;
  cancel_until?: string | null;
};
