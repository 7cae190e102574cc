import { downloadUrl, query } from "../data/api.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/dashboard.ts";
import { ButtonAnchor } from "../ui/button.tsx";

export type Exported = "customers" | "products" | "sales" | "invoices" | "payments";

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
    <ButtonAnchor icon="download" href={downloadUrl(`/exports/${of}.csv${query(filters)}`)} download>
      {texts.export}
    </ButtonAnchor>
  );
}
