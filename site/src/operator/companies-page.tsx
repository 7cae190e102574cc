import { SearchFilter } from "../dashboard/filters.tsx";
import { RecordList } from "../dashboard/record-list.tsx";
import { SegmentedControl } from "../dashboard/segmented-control.tsx";
import { useFilters } from "../dashboard/use-filters.ts";
import { usePages } from "../data/use-pages.ts";
import { texts } from "../texts/operator.ts";
import { Badge, toneOf } from "../ui/badge.tsx";
import { countryName } from "../ui/countries.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import type { CompanyStatus, OperatorCompany } from "./company.ts";

const words = texts.companies;
const statuses = [
  ...(["pending", "active", "suspended", "refused"] as const).map(
    (status) => [status, words.statuses[status]] as const,
  ),
  ["all", words.all] as const,
];

export function CompanyBadge({ status }: { status: CompanyStatus }) {
  return <Badge tone={toneOf(status)}>{words.statuses[status]}</Badge>;
}

const columns: readonly Column<OperatorCompany>[] = [
  { id: "name", title: words.name, cell: ({ name }) => name, onPhone: "title" },
  { id: "owner", title: words.owner, cell: ({ owner }) => owner && <Owner owner={owner} /> },
  {
    id: "country",
    title: words.country,
    cell: ({ country }) => country && countryName(country),
    onPhone: "none",
  },
  { id: "since", title: words.since, cell: ({ created_at }) => <DateText value={created_at} /> },
  {
    id: "status",
    title: words.status,
    cell: ({ status }) => <CompanyBadge status={status} />,
    onPhone: "aside",
  },
];

/** The owner, and whether their address is confirmed. */
export function Owner({ owner }: { owner: NonNullable<OperatorCompany["owner"]> }) {
  return (
    <>
      <span className="block">{owner.name}</span>
      <span className="block text-sm text-muted">
        <EmailText email={owner.email} />
      </span>
      <span className={`block text-sm ${owner.confirmed ? "text-muted" : "text-warn"}`}>
        {owner.confirmed ? words.confirmed : words.unconfirmed}
      </span>
    </>
  );
}

/** The list first shows the companies that wait for approval. */
export function CompaniesPage() {
  const { filters, change, clear } = useFilters(["status", "q"]);
  const status = statuses.find(([value]) => value === filters.status)?.[0] ?? "pending";
  const query = { q: filters.q, status: status === "all" ? undefined : status };
  const pages = usePages<OperatorCompany>("/operator/api/companies", "companies", query);
  return (
    <Page title={words.title} intro={words.intro}>
      <div className="flex flex-wrap items-start gap-3">
        <SegmentedControl
          label={words.status}
          value={status}
          options={statuses}
          onChange={(next) => change({ status: next })}
        />
        <SearchFilter value={filters.q} onChange={(q) => change({ q })} hint={words.search} />
      </div>
      <RecordList
        pages={pages}
        caption={words.caption}
        width="widest"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/operator/companies/$id", params: { id: String(id) } })}
        onClear={filters.q ? clear : undefined}
        empty={
          <EmptyState icon="company" title={words.emptyTitles[status]}>
            {status === "pending" && words.empty}
          </EmptyState>
        }
      />
    </Page>
  );
}
