import { useState } from "react";
import { dateIn } from "../../../service/src/platform/values/clock.ts";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import type { ApiKey } from "../dashboard/records.ts";
import { call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/settings/keys.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { DateInput } from "../ui/date-input.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Checkbox, TextArea, TextInput } from "../ui/inputs.tsx";
import { useRegion } from "../ui/values.tsx";
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

export function LimitsDialog({ apiKey, onClose }: OfKey) {
  const { timeZone } = useRegion();
  const [networks, setNetworks] = useState(apiKey.allowed_ips.join("\n"));
  const [lastDay, setLastDay] = useState(() => lastDayOf(apiKey.expires_at, timeZone));
  const [postRate, setPostRate] = useState(apiKey.post_rate === null ? "" : String(apiKey.post_rate));
  const [strict, setStrict] = useState(apiKey.strict);
  const limits = {
    allowed_ips: networks.split(/[\s,]+/).filter(Boolean),
    ...(lastDay !== lastDayOf(apiKey.expires_at, timeZone) && { expires_at: lastDay || null }),
    // What is not a number is sent as typed, for the service to refuse.
    post_rate:
      postRate.trim() === "" ? null : /^\d{1,9}$/.test(postRate.trim()) ? Number(postRate) : postRate,
    strict,
  };
  const save = useChange(() => call("PATCH", `/keys/${apiKey.app_id}`, limits), {
    invalidates: affectedByKeys,
    successMessage: texts.limitsSaved,
    onDone: onClose,
  });
  const errors = fieldErrors(save.error);
  const networkError = Object.entries(errors).find(([field]) => field.startsWith("allowed_ips"))?.[1];
  return (
    <FormDialog
      title={texts.limitsTitle}
      description={keyName(apiKey)}
      save={uiTexts.save}
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={texts.allowedIps} hint={texts.allowedIpsHint} optional error={networkError}>
        <TextArea rows={3} className="font-mono" value={networks} onChange={setNetworks} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.expiresAt} hint={texts.expiresAtHint} optional error={errors.expires_at}>
          <DateInput value={lastDay} onChange={setLastDay} />
        </Field>
        <Field label={texts.postRate} hint={texts.postRateHint} optional error={errors.post_rate}>
          <TextInput inputMode="numeric" autoComplete="off" value={postRate} onChange={setPostRate} />
        </Field>
      </div>
      <Checkbox label={texts.strict} hint={texts.strictHint} checked={strict} onChange={setStrict} />
    </FormDialog>
  );
}

/** A key that stops working at midnight worked through the day before. */
const lastDayOf = (expiresAt: string | null, timeZone: string): string =>
  expiresAt === null ? "" : dateIn(timeZone, new Date(Date.parse(expiresAt) - 1));

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
