import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import type { ApiKey } from "../dashboard/records.ts";
import { call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/settings/keys.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { ScopeChooser } from "./scope-chooser.tsx";
import { ScopePicker } from "./scope-picker.tsx";
import { type NewSecret, RotateSecretDialog } from "./secret-dialog.tsx";

type KeyWithSecret = { key: ApiKey; secret: string };
type WithSecret = { onClose: () => void; onSecret: (created: NewSecret) => void };
type OfKey = { apiKey: ApiKey; onClose: () => void };
export const affectedByKeys = ["/keys", "/checklist", "/portal/config"];

const secretOf = ({ key, secret }: KeyWithSecret): NewSecret => ({
  appId: key.app_id,
  values: [
    { name: "BILLFOLD_APP_ID", label: texts.appId, value: key.app_id },
    { name: "BILLFOLD_SECRET", label: texts.secret, value: secret },
  ],
});

/** What people call the key. */
export const keyName = ({ name, app_id }: Pick<ApiKey, "name" | "app_id">): string => name ?? app_id;

export function CreateKeyDialog({ onClose, onSecret }: WithSecret) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>();
  const [isMissing, setMissing] = useState(false);
  const create = useChange(
    () => callOnce<KeyWithSecret>("/keys", { ...(name.trim() && { name: name.trim() }), scopes }),
    {
      invalidates: affectedByKeys,
      onDone: (created) => {
        onClose();
        onSecret(secretOf(created));
      },
    },
  );
  return (
    <FormDialog
      size="wide"
      title={texts.createTitle}
      save={texts.createConfirm}
      isBusy={create.isPending}
      error={create.error}
      onSave={() => (scopes ? create.mutate() : setMissing(true))}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} optional error={fieldErrors(create.error).name}>
        <TextInput maxLength={100} autoComplete="off" value={name} onChange={setName} />
      </Field>
      <ScopeChooser
        chosen={scopes}
        onChange={setScopes}
        error={isMissing && !scopes ? texts.purposeMissing : undefined}
      />
    </FormDialog>
  );
}

export function RenameKeyDialog({ apiKey, onClose }: OfKey) {
  const [name, setName] = useState(apiKey.name ?? "");
  const save = useChange(() => call("PATCH", `/keys/${apiKey.app_id}`, { name: name.trim() || null }), {
    invalidates: affectedByKeys,
    successMessage: texts.renamed,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.rename}
      description={apiKey.app_id}
      save={uiTexts.save}
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} optional error={fieldErrors(save.error).name}>
        <TextInput maxLength={100} autoComplete="off" value={name} onChange={setName} />
      </Field>
    </FormDialog>
  );
}

export function ScopesDialog({ apiKey, onClose }: OfKey) {
  const [scopes, setScopes] = useState<string[]>(apiKey.scopes);
  const save = useChange(() => call("PATCH", `/keys/${apiKey.app_id}`, { scopes }), {
    invalidates: affectedByKeys,
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
      invalidates={affectedByKeys}
      onClose={onClose}
      onSecret={onSecret}
    />
  );
}

export function RevokeKeyDialog({ open, apiKey, onClose }: OfKey & { open: boolean }) {
  const revoke = useChange(() => callOnce(`/keys/${apiKey.app_id}/revoke`), {
    invalidates: affectedByKeys,
    successMessage: texts.revokedToast,
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={texts.revokeTitle(keyName(apiKey))}
      confirm={texts.revokeConfirm}
      onConfirm={() => revoke.mutateAsync()}
    >
      {texts.revokeBody}
    </ConfirmDialog>
  );
}
