import type { Column } from "../../ui/table.tsx";
import { DayText, Money } from "../../ui/values.tsx";
import { CustomerLink } from "../record-links.tsx";

/** The columns that lists of documents share. */

type OfCustomer = { customer_id: number | null; customer_name: string | null };

/** `none` is shown for a document without a customer. */
export const customerColumn = <Row extends OfCustomer>(title: string, none = ""): Column<Row> => ({
  id: "customer",
  title,
  sort: "customer",
  cell: ({ customer_id, customer_name }) => (
    <CustomerLink id={customer_id} name={customer_name} none={none} />
  ),
});

export const createdColumn = <Row extends { created_at: string }>(title: string): Column<Row> => ({
  id: "made",
  title,
  sort: "created_at",
  sortFirst: "descending",
  cell: ({ created_at }) => <DayText value={created_at} />,
});

export const numberColumn = <Row extends { number: string }>(title: string): Column<Row> => ({
  id: "number",
  title,
  cell: ({ number }) => <span className="whitespace-nowrap">{number}</span>,
  onPhone: "title",
});

export const totalColumn = <Row extends { total: number; currency: string }>(title: string): Column<Row> => ({
  id: "total",
  title,
  align: "right",
  sort: "total",
  sortFirst: "descending",
  cell: ({ total, currency }) => <Money amount={total} currency={currency} className="font-medium" />,
});
