import { Link, type LinkProps } from "@tanstack/react-router";
import { useCan } from "../session.tsx";
import { texts } from "../texts/overview.ts";
import { formatDateTime, formatMoney, formatNumber, type Region } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { useRegion } from "../ui/values.tsx";
import { failedDeliveriesLink, failedPaymentsLink, rejectedLink } from "./links.ts";
import type { Attention } from "./overview.ts";

const words = texts.attention;
const countMax = 1000;

type Item = { key: string; text: string; to: LinkProps; action: string };

/** What only a person can put right; nothing is shown where all is well. */
export function AttentionCard({ attention }: { attention: Attention }) {
  const region = useRegion();
  const can = useCan();
  const items = [...problemsOf(attention, region), ...setupOf(attention).filter(({ scope }) => can(scope))];
  if (items.length === 0) return null;
  return (
    <section className="rounded-card border border-line bg-raised p-5">
      <h2 className="mb-2 flex items-center gap-2 text-lg font-semibold">
        <Icon name="warning" className="size-5 text-warn" />
        {words.title}
      </h2>
      <ul className="divide-y divide-line">
        {items.map(({ key, text, to, action }) => (
          <li key={key} className="relative flex items-baseline justify-between gap-4 py-2.5">
            <span className="min-w-0">{text}</span>
            <Link
              {...to}
              aria-label={`${action}: ${text}`}
              className="shrink-0 font-medium text-accent after:absolute after:inset-0"
            >
              {action}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function problemsOf(attention: Attention, region: Region): Item[] {
  const { registrations_rejected, payments_failed, deliveries_failed } = attention;
  const counted = (
    key: string,
    text: (count: string, one: boolean) => string,
    count: number,
    to: LinkProps,
  ): Item[] => {
    if (count === 0) return [];
    const shown = formatNumber(count, region);
    return [
      {
        key,
        text: text(count >= countMax ? words.atLeast(shown) : shown, count === 1),
        to,
        action: words.review,
      },
    ];
  };
  return [
    ...counted("rejected", words.rejected, registrations_rejected, rejectedLink),
    ...attention.registrations_pending.map(({ invoice_id, number, since }) => ({
      key: `pending ${invoice_id}`,
      text: words.pending(number, formatDateTime(since, region)),
      to: { to: "/app/invoices/$id", params: { id: String(invoice_id) } } as LinkProps,
      action: words.review,
    })),
    ...attention.refunds_failed.map(({ payment_id, amount, currency, failure, created_at }) => ({
      key: `refund ${payment_id} ${created_at}`,
      text: words.refund(formatMoney(Number(amount), currency, region), failure ?? ""),
      to: { to: "/app/payments/$id", params: { id: String(payment_id) } } as LinkProps,
      action: words.review,
    })),
    ...counted(
      "payments",
      words.payments,
      payments_failed,
      failedPaymentsLink(attention.payments_failed_from),
    ),
    ...counted("deliveries", words.deliveries, deliveries_failed, failedDeliveriesLink),
    ...attention.endpoints_disabled.map(({ id, name }) => ({
      key: `endpoint ${id}`,
      text: name ? words.endpoint(name) : words.endpointUnnamed,
      to: { to: "/app/settings/webhooks" } as LinkProps,
      action: words.review,
    })),
    ...(attention.authority?.status === "refused"
      ? [
          {
            key: "refused",
            text: words.refused,
            to: { to: "/app/settings/einvoicing" } as LinkProps,
            action: words.review,
          },
        ]
      : []),
  ];
}

/** Shown to those who can set it up. */
function setupOf({ gateway_ready, authority }: Attention): (Item & { scope: string })[] {
  const gateway = {
    key: "gateway",
    text: words.gateway,
    to: { to: "/app/settings/gateway" } as LinkProps,
    action: words.setUp,
    scope: "site:gateway",
  };
  const registration = {
    key: "authority",
    text: words.authority,
    to: { to: "/app/settings/einvoicing" } as LinkProps,
    action: words.setUp,
    scope: "integrations:configure",
  };
  return [
    ...(gateway_ready === false ? [gateway] : []),
    ...(authority?.status === "missing" ? [registration] : []),
  ];
}
