import type { ReactNode } from "react";
import type { PaymentLink } from "../dashboard/records.ts";
import { texts } from "../texts/invoice-detail.ts";
import { texts as listTexts } from "../texts/invoices.ts";
import { texts as linkTexts } from "../texts/payment-links.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { ButtonAnchor } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Facts } from "../ui/page.tsx";
import { DateText, Money } from "../ui/values.tsx";

type Fact = readonly [name: string, value: ReactNode];

function amountLabel({ min_amount, max_quantity }: PaymentLink): string {
  if (max_quantity !== null) return linkTexts.price;
  return min_amount === null ? texts.link.amount : linkTexts.suggested;
}

/** What the buyer chooses. */
function choiceFacts({ min_amount, min_quantity, max_quantity, currency }: PaymentLink): Fact[] {
  const least: Fact[] =
    min_amount === null
      ? []
      : [[linkTexts.minAmount, <Money key="least" amount={min_amount} currency={currency} />]];
  if (max_quantity === null) return least;
  return [[linkTexts.quantity, linkTexts.quantityRange(String(min_quantity ?? 1), String(max_quantity))]];
}

/** How often a link that many buyers pay has been paid. */
function paymentFacts({ reusable, payment_count, max_payments }: PaymentLink): Fact[] {
  if (!reusable) return [];
  const count = String(payment_count);
  const words =
    max_payments === null ? linkTexts.paidOpen(count) : linkTexts.paidOf(count, String(max_payments));
  return [[linkTexts.payments, words]];
}

function urlFacts({ return_url, cancel_url }: PaymentLink): Fact[] {
  const shown = (url: string) => <span className="wrap-anywhere">{url}</span>;
  return [
    ...(return_url === null ? [] : [[linkTexts.returnUrl, shown(return_url)] as const]),
    ...(cancel_url === null ? [] : [[linkTexts.cancelUrl, shown(cancel_url)] as const]),
  ];
}

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
          [amountLabel(link), <Money key="amount" amount={link.amount} currency={link.currency} />],
          ...choiceFacts(link),
          ...paymentFacts(link),
          [texts.link.until, <DateText key="until" value={link.expires_at} />],
          ...urlFacts(link),
        ]}
      />
      <ButtonAnchor icon="external" href={link.checkout_url} newTab className="self-start">
        {texts.link.open}
      </ButtonAnchor>
    </div>
  );
}
