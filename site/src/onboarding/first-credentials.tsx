import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { ApiFailure, call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { refreshSession, useSession } from "../session.tsx";
import { ScopeChooser } from "../settings/scope-chooser.tsx";
import { environmentFile, saveFile } from "../settings/secret-file.ts";
import { texts } from "../texts/onboarding.ts";
import { texts as keyTexts } from "../texts/settings/keys.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Checkbox, TextInput } from "../ui/inputs.tsx";
import { Card, Page } from "../ui/page.tsx";

type Credentials = {
  app_id: string;
  secret: string;
  webhook_secret: string;
  portal: { company_id: number; app_id: string; invoice_id: string; embed_script: string };
};

export function FirstCredentials({ onLeave }: { onLeave: () => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>();
  const [isMissing, setMissing] = useState(false);
  const make = useChange(
    () => callOnce<Credentials>("/credentials", { ...(name.trim() && { name: name.trim() }), scopes }),
    { invalidates: ["/checklist", "/keys"] },
  );
  const leave = () => {
    refreshSession();
    onLeave();
  };
  if (make.data) return <Shown credentials={make.data} scopes={scopes ?? []} onLeave={leave} />;
  const isGone = make.error instanceof ApiFailure && make.error.code === "credentials_shown";
  return (
    <Page title={texts.credentials.title} intro={texts.credentials.intro}>
      {isGone ? (
        <Gone onLeave={leave} />
      ) : (
        <Card>
          <Form onSubmit={() => (scopes ? make.mutate() : setMissing(true))} error={make.error}>
            <Field
              label={keyTexts.name}
              hint={keyTexts.nameHint}
              optional
              error={fieldErrors(make.error).name}
            >
              <TextInput maxLength={100} autoComplete="off" value={name} onChange={setName} />
            </Field>
            <ScopeChooser
              chosen={scopes}
              onChange={setScopes}
              error={isMissing && !scopes ? keyTexts.purposeMissing : undefined}
            />
            <p className="text-muted">{texts.credentials.ready}</p>
            <div>
              <Button type="submit" kind="primary" icon="key" busy={make.isPending}>
                {texts.credentials.make}
              </Button>
            </div>
          </Form>
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

type ShownProps = { credentials: Credentials; scopes: readonly string[]; onLeave: () => void };

function Shown({ credentials, scopes, onLeave }: ShownProps) {
  const { base_url } = useSession();
  const [isStored, setStored] = useState(false);
  // Leaving the page loses the secrets, so it asks first. A closed tab gets the browser's own question.
  const blocker = useBlocker({
    shouldBlockFn: () => !isStored,
    enableBeforeUnload: () => !isStored,
    withResolver: true,
  });
  const { app_id, secret, webhook_secret, portal } = credentials;
  const confirm = useChange(() => call("POST", `/keys/${app_id}/stored`), {
    invalidates: ["/checklist", "/keys"],
    onDone: onLeave,
  });
  const file = environmentFile([
    { name: "BILLFOLD_BASE_URL", value: base_url },
    { name: "BILLFOLD_APP_ID", value: app_id },
    { name: "BILLFOLD_SECRET", value: secret },
    { name: "BILLFOLD_WEBHOOK_SECRET", value: webhook_secret },
    { name: "BILLFOLD_COMPANY_ID", value: String(portal.company_id) },
  ]);
  return (
    <Page title={texts.credentials.shownTitle} intro={texts.credentials.shownIntro}>
      <Card>
        <div className="flex flex-col gap-5">
          <CopyField label={texts.credentials.appId} value={app_id} />
          <CopyField label={texts.credentials.secret} value={secret} />
          <CopyField label={texts.credentials.webhookSecret} value={webhook_secret} />
          <CopyField label={texts.credentials.baseUrl} value={base_url} />
          <p className={scopes.length > 0 ? "text-sm text-muted wrap-anywhere" : "text-sm text-warn"}>
            {scopes.length > 0 ? `${keyTexts.includes} ${scopes.join(", ")}` : keyTexts.noScopes}
          </p>
        </div>
      </Card>
      <Card title={texts.credentials.portal} intro={texts.credentials.portalBody}>
        <div className="flex flex-col gap-5">
          <CopyField label={texts.credentials.companyId} value={String(portal.company_id)} />
          <CopyField label={texts.credentials.embedScript} value={portal.embed_script} />
        </div>
      </Card>
      <Form onSubmit={() => confirm.mutate()} error={confirm.error}>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button icon="download" onClick={() => saveFile("billfold.env", file)}>
            {texts.credentials.download}
          </Button>
          <Checkbox label={texts.credentials.stored} checked={isStored} onChange={setStored} />
          <Button type="submit" kind="primary" disabled={!isStored} busy={confirm.isPending}>
            {texts.credentials.leave}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        open={blocker.status === "blocked"}
        onClose={() => blocker.reset?.()}
        title={texts.credentials.leaveTitle}
        confirm={texts.credentials.leaveConfirm}
        onConfirm={async () => {
          refreshSession();
          blocker.proceed?.();
        }}
      >
        {texts.credentials.leaveBody}
      </ConfirmDialog>
    </Page>
  );
}
