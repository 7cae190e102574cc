import { useParams } from "@tanstack/react-router";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import { useRecord } from "../data/use-response.ts";
import { texts } from "../texts/operator.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { countryName } from "../ui/countries.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { DateText } from "../ui/values.tsx";
import { CompanyBadge, Owner } from "./companies-page.tsx";
import type { OperatorCompanyDetails } from "./company.ts";
import { CompanyActions } from "./company-actions.tsx";
import { PlanCard } from "./plan-card.tsx";

const back = { to: "/operator", label: texts.companies.title } as const;

export function OperatorCompanyPage() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<OperatorCompanyDetails>(
    `/operator/api/companies/${id}`,
    "company",
  );
  if (!record)
    return (
      <LoadingPage title={texts.company.title} back={back} error={error} onRetry={() => void refetch()} />
    );
  return (
    <Page
      title={record.name}
      badge={<CompanyBadge status={record.status} />}
      back={back}
      actions={<CompanyActions company={record} />}
    >
      <Card title={texts.company.details}>
        <Facts facts={factsOf(record)} />
      </Card>
      <Usage company={record} />
      <PlanCard key={record.id} companyId={record.id} plan={record.plan} />
    </Page>
  );
}

function factsOf(company: OperatorCompanyDetails) {
  const { owner } = company;
  return [
    [texts.company.email, company.email ?? uiTexts.none],
    [texts.companies.owner, owner ? <Owner key="owner" owner={owner} /> : uiTexts.none],
    [texts.companies.country, company.country ? countryName(company.country) : uiTexts.none],
    [texts.company.taxId, company.tax_id ?? uiTexts.none],
    [texts.companies.since, <DateText key="since" value={company.created_at} />],
    ...(company.reason ? [[texts.company.reason, company.reason] as const] : []),
  ] as const;
}

function Usage({ company: { usage, plan } }: { company: OperatorCompanyDetails }) {
  const { quotas } = plan;
  const rows = [
    [texts.company.invoices, usage.invoices, quotas.invoices],
    [texts.company.links, usage.payment_links, quotas.payment_links],
  ] as const;
  return (
    <Card title={texts.company.usage}>
      <div className="grid gap-5 sm:grid-cols-2">
        {rows.map(([label, used, limit]) =>
          limit === null ? (
            <Facts key={label} facts={[[label, texts.company.unlimited(String(used))]]} />
          ) : (
            <Progress
              key={label}
              label={label}
              value={used}
              max={limit}
              detail={texts.company.of(String(used), String(limit))}
            />
          ),
        )}
      </div>
    </Card>
  );
}
