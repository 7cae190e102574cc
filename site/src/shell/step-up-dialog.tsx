import { useState } from "react";
import { call } from "../data/api.ts";
import { queryClient, sessionKey } from "../data/query-client.ts";
import { useSend } from "../data/use-send.ts";
import type { Session } from "../session.tsx";
import { texts } from "../texts/step-up.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordOrCodeField } from "./password-or-code-field.tsx";

const formId = "step-up";

/** Asks for the password, or for a code if the user has an authenticator app. */
export function StepUpDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const hasApp = queryClient.getQueryData<Session | null>(sessionKey)?.user.two_factor ?? false;
  const [isByCode, setByCode] = useState(false);
  const [given, setGiven] = useState("");
  const prove = useSend({
    mutationFn: () =>
      call("POST", "/app/step-up", isByCode ? { code: given.replaceAll(/\s/g, "") } : { password: given }),
    onSuccess: () => onClose(true),
  });
  const change = () => {
    setByCode(!isByCode);
    setGiven("");
    prove.reset();
  };
  const cancel = () => onClose(false);
  const actions = (
    <DialogActions confirm={texts.submit} form={formId} busy={prove.isPending} onClose={cancel} />
  );
  return (
    <Dialog
      open
      onTop
      onClose={cancel}
      title={texts.title}
      description={isByCode ? texts.codeIntro : texts.intro}
      actions={actions}
    >
      <Form id={formId} onSubmit={() => prove.mutate()} error={prove.error}>
        <PasswordOrCodeField isCode={isByCode} value={given} onChange={setGiven} />
        {hasApp && (
          <Button kind="quiet" size="small" className="self-start" onClick={change}>
            {isByCode ? texts.usePassword : texts.useCode}
          </Button>
        )}
      </Form>
    </Dialog>
  );
}
