import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ExportButton } from "../dashboard/export-button.tsx";
import { useList } from "../dashboard/list-page.tsx";
import type { PaymentRow } from "../dashboard/records.ts";
import { useCan } from "../session.tsx";
import { texts as linkTexts } from "../texts/payment-links.ts";
import { texts } from "../texts/payments.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { LinkList, PaymentLinkDialog } from "./link-list.tsx";
import { NewLinkDialog } from "./new-link-dialog.tsx";
import { PaymentList } from "./payment-list.tsx";

export function PaymentsPage() {
  const { tab } = useSearch({ strict: false });
  return tab === "links" ? <LinksView /> : <PaymentsView />;
}

function PaymentsView() {
  const state = useList<PaymentRow>("payments");
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={<ExportButton of="payments" filters={state.filters} />}
    >
      <Switcher current="payments" content={<PaymentList state={state} />} />
    </Page>
  );
}

function LinksView() {
  const can = useCan();
  const [isNew, setNew] = useState(false);
  const [made, setMade] = useState<string>();
  const finish = (reference: string) => {
    setNew(false);
    setMade(reference);
  };
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        can("payments:write", "payments") && (
          <Button kind="primary" icon="plus" onClick={() => setNew(true)}>
            {linkTexts.create}
          </Button>
        )
      }
    >
      {isNew && <NewLinkDialog onMade={finish} onClose={() => setNew(false)} />}
      {made && <PaymentLinkDialog reference={made} onClose={() => setMade(undefined)} />}
      <Switcher current="links" content={<LinkList />} />
    </Page>
  );
}

function Switcher({ current, content }: { current: "payments" | "links"; content: React.ReactNode }) {
  const navigate = useNavigate();
  return (
    <Tabs
      label={texts.tabs.label}
      value={current}
      // Each list has its own filters.
      onChange={(id) => void navigate({ to: ".", search: id === "links" ? { tab: id } : {}, replace: true })}
      tabs={(["payments", "links"] as const).map((id) => ({
        id,
        title: texts.tabs[id],
        content: id === current ? content : null,
      }))}
    />
  );
}
