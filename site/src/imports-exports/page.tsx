import type { Exported } from "../dashboard/export-button.tsx";
import { downloadUrl } from "../data/api.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/imports-exports.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { Card, Page } from "../ui/page.tsx";
import { ImportCard } from "./import-card.tsx";

const exported: readonly { name: Exported; scope: string; feature: string }[] = [
  { name: "invoices", scope: "invoices:read", feature: "invoicing" },
  { name: "credit_notes", scope: "invoices:read", feature: "invoicing" },
  { name: "customers", scope: "customers:read", feature: "catalog" },
  { name: "products", scope: "products:read", feature: "catalog" },
  { name: "sales", scope: "sales:read", feature: "catalog" },
  { name: "quotes", scope: "sales:read", feature: "catalog" },
  { name: "recurring_invoices", scope: "invoices:read", feature: "invoicing" },
  { name: "payments", scope: "payments:read", feature: "payments" },
  { name: "exchange_rates", scope: "invoices:read", feature: "invoicing" },
];

export function ImportsExportsPage() {
  const can = useCan();
  return (
    <Page title={texts.title} intro={texts.intro}>
      {can("site:import", "catalog") && <ImportCard />}
      {can("site:export") && (
        <Card title={texts.exports.title} intro={texts.exports.intro}>
          <div className="flex flex-wrap gap-3 max-sm:*:grow">
            {exported
              .filter(({ scope, feature }) => can(scope, feature))
              .map(({ name }) => (
                <ButtonAnchor key={name} icon="download" href={downloadUrl(`/exports/${name}.csv`)} download>
                  {texts.exports.names[name]}
                </ButtonAnchor>
              ))}
          </div>
        </Card>
      )}
    </Page>
  );
}
