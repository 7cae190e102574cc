import { downloadUrl, query } from "../data/api.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/lists.ts";
import { ButtonAnchor } from "../ui/button.tsx";

export type Exported =
  | "customers"
  | "products"
  | "sales"
  | "quotes"
  | "invoices"
  | "credit_notes"
  | "recurring_invoices"
  | "payments"
  | "exchange_rates";

/** The address of the export of what a list shows; an export is always sorted by date. */
export function exportUrl(
  of: Exported,
  { sort: _sort, ...filters }: Record<string, string | undefined>,
): string {
  return downloadUrl(`/exports/${of}.csv${query(filters)}`);
}

/** Downloads the list as a spreadsheet, with the same filters. */
export function ExportButton({
  of,
  filters = {},
}: {
  of: Exported;
  filters?: Record<string, string | undefined>;
}) {
  const hasScope = useHasScope();
  if (!hasScope("site:export")) return null;
  return (
    <ButtonAnchor icon="download" href={exportUrl(of, filters)} download>
      {texts.export}
    </ButtonAnchor>
  );
}
