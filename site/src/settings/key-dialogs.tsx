import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import type { ApiKey } from "../dashboard/records.ts";
import { call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/settings/keys.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ScopePicker } from "./scope-picker.tsx";
import { type NewSecret, RotateSecretDialog } from "./secret-dialog.tsx";

type KeyWithSecret = { key: ApiKey; secret: string };
type WithSecret = { onClose: () => void; onSecret: (created: NewSecret) => void };
type OfKey = { apiKey: ApiKey; onClose: () => void };
const invalidates = ["/keys", "/checklist", "/portal/config"];

const secretOf = ({ key, secret }: KeyWithSecret): NewSecret => ({
  values: [
    { name: "BILLFOLD_APP_ID", label: texts.appId, value: key.app_id },
    { name: "BILLFOLD_SECRET", label: texts.secret, value: secret },
  ],
});

export function CreateKeyDialog({ onClose, onSecret }: WithSecret) {
  const [scopes, setScopes] = useState<string[]>([]);
  const create = useChange(() => callOnce<KeyWithSecret>("/keys", { scopes }), {
    invalidates,
    onDone: (created) => {
      onClose();
      onSecret(secretOf(created));
    },
  });
  return (
    <FormDialog
      size="wide"
      title={texts.createTitle}
      description={texts.scopesHint}
      save={texts.createConfirm}
      isBusy={create.isPending}
      error={create.error}
      onSave={() => create.mutate()}
      onClose={onClose}
    >
      <ScopePicker chosen={scopes} onChange={setScopes} />
    </FormDialog>
  );
}

export function ScopesDialog({ apiKey, onClose }: OfKey) {
  const [scopes, setScopes] = useState<string[]>(apiKey.scopes);
  const save = useChange(() => call("PATCH", `/keys/${apiKey.app_id}`, { scopes }), {
    invalidates,
    successMessage: texts.scopesSaved,
    onDone: onClose,
  });
  return (
    <FormDialog
      size="wide"
      title={texts.editScopes}
      description={texts.scopesHint}
      save={texts.saveScopes}
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <ScopePicker chosen={scopes} onChange={setScopes} held={apiKey.scopes} unused={apiKey.unused_scopes} />
    </FormDialog>
  );
}

export function RotateKeyDialog({ apiKey, onClose, onSecret }: OfKey & WithSecret) {
  return (
    <RotateSecretDialog
      texts={texts.rotation}
      rotate={(grace_seconds) =>
        callOnce<KeyWithSecret>(`/keys/${apiKey.app_id}/rotate`, { grace_seconds }).then(secretOf)
      }
      invalidates={invalidates}
      onClose={onClose}
      onSecret={onSecret}
    />
  );
}

export function RevokeKeyDialog({ open, apiKey, onClose }: OfKey & { open: boolean }) {
  const revoke = useChange(() => callOnce(`/keys/${apiKey.app_id}/revoke`), {
    invalidates,
    successMessage: texts.revokedToast,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={texts.revokeTitle(apiKey.app_id)}
      confirm={texts.revokeConfirm}
      onConfirm={() => revoke.mutateAsync()}
    >
      {texts.revokeBody}
    </ConfirmDialog>
  );
}
