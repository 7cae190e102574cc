import { keepPreviousData } from "@tanstack/react-query";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { useFilters } from "../dashboard/use-filters.ts";
import { query } from "../data/api.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan, useCompany } from "../session.tsx";
import { texts } from "../texts/overview.ts";
import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Page } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { isEmpty, type Overview } from "./overview.ts";
import { OverviewBody } from "./overview-body.tsx";
import { periodIn } from "./period.ts";
import { PeriodControl } from "./period-control.tsx";

/** The key figures of the company, what needs attention, and what happened last. */
export function OverviewPage() {
  const { filters, change } = useFilters(["range", "from", "to", "currency"]);
  const period = periodIn(filters, dateIn(useCompany().time_zone, new Date()));
  const path = `/overview${query({ from: period.from, to: period.to })}`;
  const { data, error, refetch, isPlaceholderData } = useResponse<Overview>(path, {
    // The old figures stay visible while another period loads, so that the page does not jump.
    placeholderData: keepPreviousData,
  });
  const can = useCan();
  const create = can("invoices:write", "invoicing") && (
    <ButtonLink kind="primary" icon="plus" to="/app/invoices/new">
      {texts.create}
    </ButtonLink>
  );
  return (
    <Page title={texts.title} actions={create}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && isEmpty(data) && <Welcome />}
      {data && !isEmpty(data) && (
        <div
          aria-busy={isPlaceholderData}
          className={`flex flex-col gap-6 ${isPlaceholderData ? "opacity-60" : ""}`}
        >
          <OverviewBody
            overview={data}
            currency={filters.currency}
            onCurrency={(currency) => change({ currency })}
            period={<PeriodControl period={period} onChange={change} />}
          />
        </div>
      )}
    </Page>
  );
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-32 w-full rounded-card" />
        ))}
      </div>
      <Skeleton className="h-72 w-full rounded-card" />
    </div>
  );
}

/** Shown until there is any data: the steps to the first invoice. */
function Welcome() {
  const can = useCan();
  return (
    <EmptyState
      icon="invoices"
      title={texts.welcome}
      action={
        <>
          {can("invoices:write", "invoicing") && (
            <ButtonLink kind="primary" icon="plus" to="/app/invoices/new">
              {texts.create}
            </ButtonLink>
          )}
          {can("customers:write", "catalog") && (
            <ButtonLink to="/app/customers">{texts.customers}</ButtonLink>
          )}
          {can("site:keys") && <ButtonLink to="/app/start">{texts.start}</ButtonLink>}
        </>
      }
    >
      {texts.welcomeHint}
    </EmptyState>
  );
}
