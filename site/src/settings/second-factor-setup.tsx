import { useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { refreshSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Checkbox, PasswordInput, TextInput } from "../ui/inputs.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { toast } from "../ui/toast.tsx";
import { saveFile } from "./secret-file.ts";

type Offered = { totpURI: string; backupCodes: string[] };
const formId = "second-factor-on";

/** Password, recovery codes, authenticator app: a correct code of the app turns two-step verification on. */
export function SecondFactorSetup({ onClose }: { onClose: () => void }) {
  const [offered, setOffered] = useState<Offered>();
  const [isStored, setStored] = useState(false);
  const finish = () => {
    refreshSession();
    toast(texts.enabled);
    onClose();
  };
  if (!offered) return <AskPassword onClose={onClose} onOffered={setOffered} />;
  // The codes come first: a lost phone must not lock anybody out who closed the window too early.
  if (!isStored)
    return <BackupCodes codes={offered.backupCodes} onClose={onClose} onDone={() => setStored(true)} />;
  return <AskCode uri={offered.totpURI} onClose={onClose} onVerified={finish} />;
}

function AskPassword({ onClose, onOffered }: { onClose: () => void; onOffered: (offered: Offered) => void }) {
  const [password, setPassword] = useState("");
  const enable = useChange(() => call<Offered>("POST", "/app/auth/two-factor/enable", { password }), {
    invalidates: [],
    onDone: onOffered,
  });
  const actions = (
    <DialogActions form={formId} confirm={texts.continue} busy={enable.isPending} onClose={onClose} />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.enableTitle}
      description={texts.confirmPassword}
      actions={actions}
    >
      <Form id={formId} onSubmit={() => enable.mutate()} error={enable.error}>
        <Field label={texts.current}>
          <PasswordInput required autoComplete="current-password" value={password} onChange={setPassword} />
        </Field>
      </Form>
    </Dialog>
  );
}

function AskCode({ uri, onClose, onVerified }: { uri: string; onClose: () => void; onVerified: () => void }) {
  const [code, setCode] = useState("");
  const verify = useChange(
    () => call("POST", "/app/auth/two-factor/verify-totp", { code: code.replaceAll(/\D/g, "") }),
    {
      invalidates: [],
      onDone: onVerified,
    },
  );
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const actions = (
    <DialogActions form={formId} confirm={texts.verify} busy={verify.isPending} onClose={onClose} />
  );
  return (
    <Dialog open onClose={onClose} title={texts.enableTitle} description={texts.scan} actions={actions}>
      <Form id={formId} onSubmit={() => verify.mutate()} error={verify.error}>
        <QrCode text={uri} label={texts.qrLabel} className="size-52" />
        <CopyField label={texts.manual} value={secret} />
        <Field label={texts.code}>
          <TextInput
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            className="font-mono text-lg tracking-widest"
            value={code}
            onChange={setCode}
          />
        </Field>
      </Form>
    </Dialog>
  );
}

type BackupCodesProps = { codes: readonly string[]; onClose: () => void; onDone: () => void };

function BackupCodes({ codes, onClose, onDone }: BackupCodesProps) {
  const [isStored, setStored] = useState(false);
  const actions = (
    <>
      <Button onClick={onClose}>{uiTexts.cancel}</Button>
      <Button kind="primary" disabled={!isStored} onClick={onDone}>
        {texts.continue}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={texts.codesTitle} description={texts.codesBody} actions={actions}>
      <div className="mb-3 flex flex-col items-start gap-3">
        <CopyField label={texts.codes} value={codes.join("\n")} multiline />
        <Button icon="download" onClick={() => saveFile(texts.codesFile, `${codes.join("\n")}\n`)}>
          {uiTexts.download}
        </Button>
      </div>
      <Checkbox label={texts.stored} checked={isStored} onChange={setStored} />
    </Dialog>
  );
}
