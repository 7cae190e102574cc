import { useState } from "react";
import { FormDialog } from "../dashboard/form-dialog.tsx";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/settings/keys.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Checkbox, type Option, Select } from "../ui/inputs.tsx";
import { environmentFile, saveFile } from "./secret-file.ts";

/** Values that are shown once; `name` is the environment variable, and `appId` the key whose secret it is. */
export type NewSecret = { appId?: string; values: readonly { name: string; label: string; value: string }[] };

/** Closes only after a confirmation that the secret is stored, because it can't be shown again. */
export function SecretDialog({ created, onClose }: { created: NewSecret | undefined; onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  const confirm = useChange((appId: string) => call("POST", `/keys/${appId}/stored`), {
    invalidates: ["/keys", "/checklist"],
  });
  const close = () => {
    if (!isStored) return;
    // The checklist then knows that somebody has the secret; it is no reason to keep the dialog open if this fails.
    if (created?.appId) confirm.mutate(created.appId);
    setStored(false);
    onClose();
  };
  const actions = (
    <Button kind="primary" disabled={!isStored} onClick={close}>
      {texts.done}
    </Button>
  );
  return (
    <Dialog
      open={created !== undefined}
      onClose={close}
      title={texts.secretTitle}
      description={texts.secretBody}
      actions={actions}
    >
      {created && (
        <div className="flex flex-col gap-4">
          {created.values.map(({ name, label, value }) => (
            <CopyField key={name} label={label} value={value} />
          ))}
          <Button icon="download" onClick={() => saveFile("billfold.env", environmentFile(created.values))}>
            {uiTexts.download} (.env)
          </Button>
          <Checkbox label={texts.stored} checked={isStored} onChange={setStored} />
        </div>
      )}
    </Dialog>
  );
}

type RotateSecretDialogProps = {
  texts: { title: string; intro: string; overlap: string; overlaps: readonly Option[]; confirm: string };
  /** Makes the new secret; the old one stays valid for the overlap. */
  rotate: (overlapSeconds: number) => Promise<NewSecret>;
  invalidates: readonly string[];
  onClose: () => void;
  onSecret: (created: NewSecret) => void;
};

export function RotateSecretDialog(props: RotateSecretDialogProps) {
  const { texts: own, rotate: send, invalidates, onClose, onSecret } = props;
  const [overlap, setOverlap] = useState("86400");
  const rotate = useChange(() => send(Number(overlap)), {
    invalidates,
    onDone: (created) => {
      onClose();
      onSecret(created);
    },
  });
  return (
    <FormDialog
      title={own.title}
      description={own.intro}
      save={own.confirm}
      isBusy={rotate.isPending}
      error={rotate.error}
      onSave={() => rotate.mutate()}
      onClose={onClose}
    >
      <Field label={own.overlap}>
        <Select options={own.overlaps} value={overlap} onChange={setOverlap} />
      </Field>
    </FormDialog>
  );
}
