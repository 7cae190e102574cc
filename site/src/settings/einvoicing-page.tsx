import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure, call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useHasScope, useSession } from "../session.tsx";
import { texts } from "../texts/settings/einvoicing.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText } from "../ui/values.tsx";
import type { AdapterName } from "./adapters.ts";
import { EinvoicingForm } from "./einvoicing-form.tsx";

export type Integration = {
  adapter: AdapterName;
  environment: string;
  base_url: string | null;
  business_id: string | null;
  service_id: string | null;
  status: keyof (typeof texts)["statuses"];
  refusal: string | null;
  checked_at: string | null;
};

export function EinvoicingPage() {
  const { environment } = useSession();
  const mayChange = useHasScope()("integrations:configure");
  const response = useQuery({
    queryKey: ["/einvoicing/integration"],
    queryFn: readIntegration,
    retry: false,
  });
  return (
    <Page title={texts.title} intro={`${texts.intro} ${texts.environment(environment)}`}>
      <Loaded response={response}>
        {({ integration }) => (
          <>
            {integration ? (
              <IntegrationStatus integration={integration} />
            ) : (
              <NoIntegration mayChange={mayChange} />
            )}
            {mayChange && <EinvoicingForm key={integration?.adapter} integration={integration} />}
            {mayChange && integration && <RemoveIntegration />}
            {!mayChange && integration && <p className="text-muted">{texts.readOnly}</p>}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The service returns 503 while no integration is configured, which is not an error here. */
async function readIntegration(): Promise<{ integration: Integration | undefined }> {
  try {
    return await call<{ integration: Integration }>("GET", "/einvoicing/integration");
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "integration_not_configured")
      return { integration: undefined };
    throw error;
  }
}

function NoIntegration({ mayChange }: { mayChange: boolean }) {
  return (
    <EmptyState icon="operator" title={texts.none}>
      {mayChange ? texts.noneBody : texts.readOnly}
    </EmptyState>
  );
}

const tones = { working: "good", refused: "bad", unchecked: "warn" } as const;

function IntegrationStatus({ integration }: { integration: Integration }) {
  const { adapter, status, refusal, checked_at, business_id, service_id, base_url } = integration;
  return (
    <Card title={texts.state}>
      <Facts
        facts={[
          [texts.adapter, texts.adapters[adapter]?.title ?? adapter],
          [
            texts.status,
            <Badge key="status" tone={tones[status]}>
              {texts.statuses[status]}
            </Badge>,
          ],
          ...(refusal ? ([[texts.refusal, refusal]] as const) : []),
          [texts.checkedAt, <DateText key="checked" value={checked_at} />],
          ...(business_id ? ([[texts.businessId, business_id]] as const) : []),
          ...(service_id ? ([[texts.serviceId, service_id]] as const) : []),
          ...(base_url ? ([[texts.baseUrl, base_url]] as const) : []),
        ]}
      />
    </Card>
  );
}

function RemoveIntegration() {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useChange(() => call("DELETE", "/einvoicing/integration"), {
    invalidates: ["/einvoicing", "/checklist"],
    successMessage: texts.removed,
  });
  return (
    <Card title={texts.remove} intro={texts.removeIntro}>
      <div>
        <Button kind="danger" onClick={() => setConfirming(true)}>
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={texts.removeTitle}
        confirm={texts.remove}
        onConfirm={() => remove.mutateAsync()}
      >
        {texts.removeBody}
      </ConfirmDialog>
    </Card>
  );
}
