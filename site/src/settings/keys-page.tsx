import { useState } from "react";
import type { ApiKey } from "../dashboard/records.ts";
import { useResponse } from "../data/use-response.ts";
import { useCompany, useHasScope } from "../session.tsx";
import { roleTexts } from "../texts/roles.ts";
import { texts } from "../texts/settings/keys.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { KeyCard } from "./key-card.tsx";
import { CreateKeyDialog } from "./key-dialogs.tsx";
import { type NewSecret, SecretDialog } from "./secret-dialog.tsx";

/** The page may be opened by its address, without the scope that its link in the navigation requires. */
export function KeysPage() {
  const mayManage = useHasScope()("site:keys");
  const { role } = useCompany();
  if (mayManage) return <ManagedKeys />;
  return (
    <Page title={texts.title} intro={texts.intro}>
      <EmptyState icon="key" title={texts.notAllowedTitle}>
        {texts.notAllowed(roleTexts[role].title.toLowerCase())}
      </EmptyState>
    </Page>
  );
}

function ManagedKeys() {
  const response = useResponse<{ keys: ApiKey[] }>("/keys");
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<NewSecret>();
  const create = (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={texts.title} intro={texts.intro} actions={create}>
      <Loaded response={response}>
        {({ keys }) => <Keys keys={keys} create={create} onSecret={setSecret} />}
      </Loaded>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} onSecret={setSecret} />}
      <SecretDialog created={secret} onClose={() => setSecret(undefined)} />
    </Page>
  );
}

type KeysProps = { keys: readonly ApiKey[]; create: React.ReactNode; onSecret: (created: NewSecret) => void };

/** Revoked keys are hidden until requested. */
function Keys({ keys, create, onSecret }: KeysProps) {
  const [showsRevoked, setShowsRevoked] = useState(false);
  const active = keys.filter(({ revoked_at }) => revoked_at === null);
  const revoked = keys.filter(({ revoked_at }) => revoked_at !== null);
  return (
    <div className="flex flex-col gap-4">
      {active.length === 0 && (
        <EmptyState icon="key" title={texts.empty} action={create}>
          {texts.emptyBody}
        </EmptyState>
      )}
      {active.map((key) => (
        <KeyCard key={key.app_id} apiKey={key} onSecret={onSecret} />
      ))}
      {revoked.length > 0 && !showsRevoked && (
        <div>
          <Button kind="quiet" onClick={() => setShowsRevoked(true)}>
            {texts.showRevoked(revoked.length)}
          </Button>
        </div>
      )}
      {showsRevoked && revoked.map((key) => <KeyCard key={key.app_id} apiKey={key} onSecret={onSecret} />)}
    </div>
  );
}
