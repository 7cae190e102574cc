import { Link } from "@tanstack/react-router";
import { useCan } from "../session.tsx";

// Above the link that covers the whole row.
const linkClass = "relative z-10 text-accent";

type InvoiceLinkProps = {
  id: number | null;
  number: string | null;
  /** The text for a draft, which has no number, and for a record without an invoice. */
  draft: string;
  none: string;
};

/** The number of an invoice, as a link to it. */
export function InvoiceLink({ id, number, draft, none }: InvoiceLinkProps) {
  const can = useCan();
  if (id === null) return <span className="text-muted">{none}</span>;
  const name = <span className="whitespace-nowrap">{number ?? `${draft} ${id}`}</span>;
  if (!can("invoices:read", "invoicing")) return name;
  return (
    <Link to="/app/invoices/$id" params={{ id: String(id) }} className={linkClass}>
      {name}
    </Link>
  );
}

type CustomerLinkProps = { id: number | null; name: string | null; none: string };

/** The name of a customer, as a link if the record is known. */
export function CustomerLink({ id, name, none }: CustomerLinkProps) {
  const can = useCan();
  if (name === null) return <span className="text-muted">{none}</span>;
  if (id === null || !can("customers:read", "catalog"))
    return (
      <span className="line-clamp-2" title={name}>
        {name}
      </span>
    );
  return (
    <Link
      to="/app/customers/$id"
      params={{ id: String(id) }}
      className={`line-clamp-2 ${linkClass}`}
      title={name}
    >
      {name}
    </Link>
  );
}
