import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { ApiFailure, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { refreshSession, useSession } from "../session.tsx";
import { environmentFile, saveFile } from "../settings/secret-dialog.tsx";
import { texts } from "../texts/onboarding.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Checkbox } from "../ui/inputs.tsx";
import { Card, Page } from "../ui/page.tsx";

type Credentials = {
  app_id: string;
  secret: string;
  webhook_secret: string;
  portal: { company_id: number; app_id: string; invoice_id: string; embed_script: string };
};

export function FirstCredentials({ onLeave }: { onLeave: () => void }) {
  const make = useChange(() => callOnce<Credentials>("/credentials", {}), {
    invalidates: ["/checklist", "/keys"],
  });
  const leave = () => {
    refreshSession();
    onLeave();
  };
  if (make.data) return <Shown credentials={make.data} onLeave={leave} />;
  const isGone = make.error instanceof ApiFailure && make.error.status === 422;
  return (
    <Page title={texts.credentials.title} intro={texts.credentials.intro}>
      {isGone ? (
        <Gone onLeave={leave} />
      ) : (
        <Card>
          {make.error && <ErrorNote className="mb-4" error={make.error} />}
          <p className="mb-5 max-w-prose">{texts.credentials.ready}</p>
          <Button kind="primary" icon="key" busy={make.isPending} onClick={() => make.mutate()}>
            {texts.credentials.make}
          </Button>
        </Card>
      )}
    </Page>
  );
}

function Gone({ onLeave }: { onLeave: () => void }) {
  const action = (
    <>
      <ButtonLink kind="primary" to="/app/settings/keys">
        {texts.credentials.toKeys}
      </ButtonLink>
      <Button onClick={onLeave}>{texts.credentials.leave}</Button>
    </>
  );
  return (
    <EmptyState icon="key" title={texts.credentials.goneTitle} action={action}>
      {texts.credentials.gone}
    </EmptyState>
  );
}

function Shown({ credentials, onLeave }: { credentials: Credentials; onLeave: () => void }) {
  const { base_url } = useSession();
  const [isStored, setStored] = useState(false);
  // Neither links nor the browser's navigation may leave the page before the secrets are stored.
  useBlocker({ shouldBlockFn: () => !isStored, enableBeforeUnload: () => !isStored });
  const { app_id, secret, webhook_secret, portal } = credentials;
  const file = environmentFile([
    { name: "BILLFOLD_BASE_URL", value: base_url },
    { name: "BILLFOLD_APP_ID", value: app_id },
    { name: "BILLFOLD_SECRET", value: secret },
    { name: "BILLFOLD_WEBHOOK_SECRET", value: webhook_secret },
    { name: "BILLFOLD_COMPANY_ID", value: String(portal.company_id) },
  ]);
  return (
    <Page title={texts.credentials.title} intro={texts.credentials.intro}>
      <Card>
        <div className="flex flex-col gap-5">
          <CopyField label={texts.credentials.appId} value={app_id} />
          <CopyField label={texts.credentials.secret} value={secret} />
          <CopyField label={texts.credentials.webhookSecret} value={webhook_secret} />
          <CopyField label={texts.credentials.baseUrl} value={base_url} />
        </div>
      </Card>
      <Card title={texts.credentials.portal} intro={texts.credentials.portalBody}>
        <div className="flex flex-col gap-5">
          <CopyField label={texts.credentials.companyId} value={String(portal.company_id)} />
          <CopyField label={texts.credentials.embedScript} value={portal.embed_script} />
        </div>
      </Card>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button icon="download" onClick={() => saveFile("billfold.env", file)}>
          {texts.credentials.download}
        </Button>
        <Checkbox label={texts.credentials.stored} checked={isStored} onChange={setStored} />
        <Button kind="primary" disabled={!isStored} onClick={onLeave}>
          {texts.credentials.leave}
        </Button>
      </div>
    </Page>
  );
}
