import type { Fiscal, Invoice } from "../dashboard/records.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/invoice-detail.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { Card, Facts } from "../ui/page.tsx";
import { codeMax, QrCode } from "../ui/qr-code.tsx";
import { DateText } from "../ui/values.tsx";
import { FiscalBadge } from "./labels.tsx";
import { adviceOn, type Missing, MissingData } from "./missing-data.tsx";

type Props = {
  invoice: Invoice;
  /** Why the last registration was refused before anything was sent. */
  missing: readonly Missing[];
  onRefreshed: () => void;
};

/** The fiscal registration of the invoice, with the QR code that verifies it. */
export function FiscalCard({ invoice, missing, onRefreshed }: Props) {
  const { irn, fiscal_status } = invoice;
  const words = texts.fiscalCard;
  if (missing.length > 0)
    return (
      <Card title={texts.missing.title} actions={<FiscalBadge status={fiscal_status} />}>
        <div role="alert">
          <p className="mb-4 text-muted">
            {texts.missing.intro} {adviceOn(invoice, missing)}
          </p>
        </div>
        <MissingData invoice={invoice} missing={missing} onRefreshed={onRefreshed} />
      </Card>
    );
  if (fiscal_status === "none") return null;
  return (
    <Card title={words.title} actions={<FiscalBadge status={fiscal_status} />}>
      {(fiscal_status === "pending" || fiscal_status === "cancelled") && (
        <p className="mb-4 text-muted">{words[fiscal_status]}</p>
      )}
      {irn && <Registered irn={irn} fiscal={invoice.fiscal as Fiscal | null} />}
      {fiscal_status === "rejected" && <Rejection invoice={invoice} />}
    </Card>
  );
}

function Registered({ irn, fiscal }: { irn: string; fiscal: Fiscal | null }) {
  const words = texts.fiscalCard;
  const facts = [
    ...(fiscal?.authority ? [[words.authority, fiscal.authority] as const] : []),
    ...(fiscal?.registered_at
      ? [[words.at, <DateText key="at" value={fiscal.registered_at} />] as const]
      : []),
    ...(fiscal?.cancel_until
      ? [[words.cancelUntil, <DateText key="until" value={fiscal.cancel_until} />] as const]
      : []),
  ];
  return (
    <div className="flex flex-col gap-5 sm:flex-row">
      <QrCode
        text={codeOf(irn, fiscal)}
        label={words.qr}
        className="size-36 shrink-0 self-start border border-line"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <CopyField label={words.irn} value={irn} />
        <Facts facts={facts} />
      </div>
    </div>
  );
}

/** The authority's QR text or, if there is none that fits, the reference number; the same as on the PDF. */
function codeOf(irn: string, fiscal: Fiscal | null): string {
  const given = fiscal?.qr;
  return given && new TextEncoder().encode(given).length <= codeMax ? given : irn;
}

type Registration = { calls: { response: string; called_at: string; code: string | null }[] };

/** Why the authority, or the check before it, rejected the invoice, and what to do about it. */
function Rejection({ invoice }: { invoice: Invoice }) {
  const can = useCan();
  const words = texts.fiscalCard;
  const path = `/invoices/${invoice.id}/registration`;
  const { data } = useResponse<{ registration: Registration }>(path, {
    enabled: can("integrations", "einvoicing"),
  });
  const reasons = (invoice.fiscal as Fiscal | null)?.errors ?? [];
  const last = data?.registration.calls[0];
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium">{reasons.length > 0 ? words.rejected : words.rejectedWithout}</p>
      <MissingData invoice={invoice} missing={reasons} />
      <p className="text-muted">
        {words.next} {words.corrections}
      </p>
      {last && (
        <details className="text-sm">
          <summary className="w-fit text-muted">{words.lastAnswer}</summary>
          <pre className="mt-2 max-h-48 overflow-auto rounded-control bg-sunken p-3 font-mono whitespace-pre-wrap">
            {last.response}
          </pre>
        </details>
      )}
    </div>
  );
}
