import { useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { refreshSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Checkbox, PasswordInput, TextInput } from "../ui/inputs.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { toast } from "../ui/toast.tsx";

type Offered = { totpURI: string; backupCodes: string[] };
const formId = "second-factor-on";

/** Password, authenticator app, backup codes: a correct code of the app turns the second factor on. */
export function SecondFactorSetup({ onClose }: { onClose: () => void }) {
  const [offered, setOffered] = useState<Offered>();
  const [isOn, setOn] = useState(false);
  const finish = () => {
    refreshSession();
    toast(texts.enabled);
    onClose();
  };
  if (!offered) return <AskPassword onClose={onClose} onOffered={setOffered} />;
  if (!isOn) return <AskCode uri={offered.totpURI} onClose={onClose} onVerified={() => setOn(true)} />;
  return <BackupCodes codes={offered.backupCodes} onDone={finish} />;
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

function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isStored, setStored] = useState(false);
  const close = () => isStored && onDone();
  const actions = (
    <Button kind="primary" disabled={!isStored} onClick={onDone}>
      {texts.done}
    </Button>
  );
  return (
    <Dialog open onClose={close} title={texts.codesTitle} description={texts.codesBody} actions={actions}>
      <CopyField label={texts.codes} value={codes.join("\n")} multiline />
      <Checkbox label={texts.stored} checked={isStored} onChange={setStored} />
    </Dialog>
  );
}
