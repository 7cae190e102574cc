import { useNavigate, useSearch } from "@tanstack/react-router";
import { ExportButton } from "../dashboard/export-button.tsx";
import { texts } from "../texts/payments.ts";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { LinkList } from "./link-list.tsx";
import { PaymentList } from "./payment-list.tsx";

export function PaymentsPage() {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Page title={texts.title} intro={texts.intro} actions={<ExportButton of="payments" />}>
      <Tabs
        label={texts.tabs.label}
        value={tab === "links" ? "links" : "payments"}
        // Each list has its own filters.
        onChange={(id) =>
          void navigate({ to: ".", search: id === "links" ? { tab: id } : {}, replace: true })
        }
        tabs={[
          { id: "payments", title: texts.tabs.payments, content: <PaymentList /> },
          { id: "links", title: texts.tabs.links, content: <LinkList /> },
        ]}
      />
    </Page>
  );
}
