import type { PaymentLink } from "../dashboard/records.ts";
import { texts } from "../texts/invoice-detail.ts";
import { texts as listTexts } from "../texts/invoices.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { ButtonAnchor } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Facts } from "../ui/page.tsx";
import { DateText, Money } from "../ui/values.tsx";

/** A payment link with its URL to copy and its QR code to scan. */
export function LinkView({ link }: { link: PaymentLink }) {
  return (
    <div className="flex flex-col gap-5">
      {link.status === "active" && (
        <figure className="flex flex-col items-center gap-2">
          <img
            src={`data:image/png;base64,${link.qr}`}
            alt={texts.link.qr}
            width={208}
            height={208}
            className="rounded-control border border-line bg-white"
          />
          <figcaption className="text-sm text-muted">{texts.link.scan}</figcaption>
        </figure>
      )}
      <CopyField label={texts.link.address} value={link.checkout_url} />
      <Facts
        facts={[
          [listTexts.status, <StatusBadge key="status" status={link.status} />],
          [texts.link.amount, <Money key="amount" amount={link.amount} currency={link.currency} />],
          [texts.link.until, <DateText key="until" value={link.expires_at} />],
        ]}
      />
      <ButtonAnchor icon="external" href={link.checkout_url} newTab className="self-start">
        {texts.link.open}
      </ButtonAnchor>
    </div>
  );
}
