import { useState } from "react";
import { call } from "../data/api.ts";
import { texts } from "../texts/settings/keys.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/inputs.tsx";
import { toast } from "../ui/toast.tsx";
import { useChange } from "../ui/use-change.ts";
import type { ApiKey } from "./key-card.tsx";
import { ScopePicker } from "./scope-picker.tsx";
import type { NewSecret } from "./secret-dialog.tsx";

type Made = { key: ApiKey; secret: string };
type WithSecret = { onClose: () => void; onSecret: (made: NewSecret) => void };
const stale = ["/keys", "/checklist"];

const secretOf = ({ key, secret }: Made): NewSecret => ({
  values: [
    { name: "BILLFOLD_APP_ID", label: texts.appId, value: key.app_id },
    { name: "BILLFOLD_SECRET", label: texts.secret, value: secret },
  ],
});

export function CreateKeyDialog({ open, onClose, onSecret }: WithSecret & { open: boolean }) {
  const [scopes, setScopes] = useState<string[]>([]);
  const create = useChange(() => call<Made>("POST", "/keys", { scopes }), {
    stale,
    onDone: (made) => {
      onClose();
      onSecret(secretOf(made));
      setScopes([]);
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={texts.createTitle}
      description={texts.scopesHint}
      actions={
        <Answers
          confirm={texts.createConfirm}
          busy={create.isPending}
          onClose={onClose}
          onConfirm={() => create.mutate()}
        />
      }
    >
      {create.error && <ErrorNote className="mb-4" error={create.error} />}
      <ScopePicker chosen={scopes} onChange={setScopes} />
    </Dialog>
  );
}

export function ScopesDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [scopes, setScopes] = useState(apiKey.scopes);
  const save = useChange(() => call("PATCH", `/keys/${apiKey.app_id}`, { scopes }), {
    stale,
    says: texts.scopesSaved,
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={texts.editScopes}
      description={texts.scopesHint}
      actions={
        <Answers
          confirm={texts.saveScopes}
          busy={save.isPending}
          onClose={onClose}
          onConfirm={() => save.mutate()}
        />
      }
    >
      {save.error && <ErrorNote className="mb-4" error={save.error} />}
      <ScopePicker chosen={scopes} onChange={setScopes} held={apiKey.scopes} unused={apiKey.unused_scopes} />
    </Dialog>
  );
}

export function RotateKeyDialog({ apiKey, onClose, onSecret }: WithSecret & { apiKey: ApiKey }) {
  const [overlap, setOverlap] = useState("86400");
  const rotate = useChange(
    () => call<Made>("POST", `/keys/${apiKey.app_id}/rotate`, { grace_seconds: Number(overlap) }),
    {
      stale,
      onDone: (made) => {
        onClose();
        onSecret(secretOf(made));
      },
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.rotateTitle}
      description={texts.rotateSays}
      actions={
        <Answers
          confirm={texts.rotateConfirm}
          busy={rotate.isPending}
          onClose={onClose}
          onConfirm={() => rotate.mutate()}
        />
      }
    >
      {rotate.error && <ErrorNote className="mb-4" error={rotate.error} />}
      <Field label={texts.overlap}>
        <Select options={texts.overlaps} value={overlap} onChange={setOverlap} />
      </Field>
    </Dialog>
  );
}

export function RevokeKeyDialog({
  open,
  apiKey,
  onClose,
}: {
  open: boolean;
  apiKey: ApiKey;
  onClose: () => void;
}) {
  const revoke = useChange(() => call("POST", `/keys/${apiKey.app_id}/revoke`), {
    stale,
    onDone: () => toast(texts.revokedToast),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={texts.revokeTitle(apiKey.app_id)}
      confirm={texts.revokeConfirm}
      onConfirm={() => revoke.mutateAsync()}
    >
      {texts.revokeSays}
    </ConfirmDialog>
  );
}

type AnswersProps = { confirm: string; busy: boolean; onClose: () => void; onConfirm: () => void };

function Answers({ confirm, busy, onClose, onConfirm }: AnswersProps) {
  return (
    <>
      <Button onClick={onClose}>{uiTexts.cancel}</Button>
      <Button kind="primary" busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  );
}
