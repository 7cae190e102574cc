import { useState } from "react";
import { call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { texts } from "../texts/auth.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";

/** For accounts with a second factor: asks for the authenticator app's code or a backup code. */
export function SecondStep({ onEntered, onStartOver }: { onEntered: () => void; onStartOver: () => void }) {
  const [isBackup, setBackup] = useState(false);
  const [code, setCode] = useState("");
  const verify = useSend({
    mutationFn: () =>
      call("POST", `/app/auth/two-factor/${isBackup ? "verify-backup-code" : "verify-totp"}`, {
        code: isBackup ? code.trim() : code.replaceAll(/\D/g, ""),
      }),
    onSuccess: onEntered,
  });
  const change = () => {
    setBackup(!isBackup);
    setCode("");
    verify.reset();
  };
  return (
    <AuthLayout title={texts.second.title} intro={isBackup ? texts.second.backupIntro : texts.second.intro}>
      <Form onSubmit={() => verify.mutate()} error={verify.error}>
        <Field label={isBackup ? texts.second.backupCode : texts.second.code}>
          <TextInput
            key={String(isBackup)}
            autoFocus
            required
            autoComplete="one-time-code"
            inputMode={isBackup ? "text" : "numeric"}
            maxLength={isBackup ? 40 : 7}
            value={code}
            onChange={setCode}
            className="font-mono text-lg tracking-widest"
          />
        </Field>
        <Button type="submit" kind="primary" busy={verify.isPending}>
          {texts.second.submit}
        </Button>
        <div className="flex flex-wrap justify-between gap-2">
          <Button kind="quiet" size="small" onClick={change}>
            {isBackup ? texts.second.useApp : texts.second.useBackup}
          </Button>
          <Button kind="quiet" size="small" onClick={onStartOver}>
            {texts.second.startOver}
          </Button>
        </div>
      </Form>
    </AuthLayout>
  );
}
