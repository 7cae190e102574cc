import { useState } from "react";
import { ExportButton } from "../dashboard/export-button.tsx";
import type { ExchangeRate } from "../dashboard/records.ts";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { usePages } from "../data/use-pages.ts";
import { useCompany, useHasScope } from "../session.tsx";
import { texts } from "../texts/exchange-rates.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { formatDate, formatExchangeRate, type Region } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { useRegion } from "../ui/values.tsx";
import { ExchangeRateDialog } from "./exchange-rate-dialog.tsx";
import { ExchangeRateImport } from "./exchange-rate-import.tsx";

export function ExchangeRatesPage() {
  const { currency } = useCompany();
  const hasScope = useHasScope();
  const mayChange = hasScope("invoices:write");
  const [isAdding, setAdding] = useState(false);
  const pages = usePages<ExchangeRate>("/exchange_rates", "exchange_rates", { limit: 50 });
  const actions = (
    <>
      <ExportButton of="exchange_rates" />
      {mayChange && (
        <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
    </>
  );
  return (
    <Page title={texts.title} intro={texts.intro(currency)} actions={actions}>
      {pages.error && !pages.rows && <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {!pages.rows && !pages.error && <ListSkeleton rows={5} />}
      {pages.rows?.length === 0 && (
        <EmptyState icon="payments" title={texts.none}>
          {texts.noneBody}
        </EmptyState>
      )}
      {pages.rows && pages.rows.length > 0 && <Rates rates={pages.rows} mayChange={mayChange} />}
      <Pager pages={pages} />
      {mayChange && hasScope("site:import") && <ExchangeRateImport />}
      {isAdding && <ExchangeRateDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Rates({ rates, mayChange }: { rates: readonly ExchangeRate[]; mayChange: boolean }) {
  const region = useRegion();
  const [removing, setRemoving] = useState<ExchangeRate>();
  const remove = useChange((id: number) => call("DELETE", `/exchange_rates/${id}`), {
    invalidates: ["/exchange_rates"],
    successMessage: texts.removed,
  });
  return (
    <>
      <Table
        caption={texts.caption}
        columns={columnsFor(region)}
        rows={rates}
        rowKey={({ id }) => id}
        rowActions={(rate) =>
          mayChange && (
            <Button kind="quiet" size="small" onClick={() => setRemoving(rate)}>
              {texts.remove}
            </Button>
          )
        }
      />
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={removing ? texts.removeTitle(removing.currency, formatDate(removing.date, region)) : ""}
        confirm={texts.remove}
        onConfirm={() => remove.mutateAsync(removing?.id ?? 0)}
      >
        {texts.removeBody}
      </ConfirmDialog>
    </>
  );
}

const columnsFor = (region: Region): readonly Column<ExchangeRate>[] => [
  { id: "date", title: texts.date, cell: ({ date }) => formatDate(date, region) },
  { id: "currency", title: texts.currency, cell: ({ currency }) => currency },
  {
    id: "rate",
    title: texts.rate,
    cell: ({ currency, rate, accounting_currency }) =>
      texts.equation(currency, formatExchangeRate(rate, region), accounting_currency),
  },
];
