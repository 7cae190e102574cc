import { useState } from "react";
import { call, setIdentity } from "../data/api.ts";
import { queryClient, sessionKey } from "../data/query-client.ts";
import { useSend } from "../data/use-send.ts";
import type { Session } from "../session.tsx";
import { texts } from "../texts/step-up.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordOrCodeField } from "./password-or-code-field.tsx";

const formId = "sign-in-again";

/** Signs the same person in over the page, which keeps what they typed. */
export function SignInAgainDialog({ onClose }: { onClose: (isSignedIn: boolean) => void }) {
  const [email] = useState(() => queryClient.getQueryData<Session | null>(sessionKey)?.user.email ?? "");
  const [needsCode, setNeedsCode] = useState(false);
  const [given, setGiven] = useState("");
  const signIn = useSend({
    mutationFn: async () => {
      if (needsCode) {
        await call("POST", "/app/auth/two-factor/verify-totp", { code: given.replaceAll(/\D/g, "") });
      } else {
        const credentials = { email, password: given };
        const { twoFactorRedirect } = await call<{ twoFactorRedirect?: boolean }>(
          "POST",
          "/app/auth/sign-in/email",
          credentials,
        );
        if (twoFactorRedirect) return "code";
      }
      // The new session has a new token, which every change needs.
      const session = await call<Session>("GET", "/app/session");
      setIdentity({ csrfToken: session.csrf_token, companyId: session.company?.id });
      queryClient.setQueryData(sessionKey, session);
      return "done";
    },
    onSuccess: (next) => {
      setGiven("");
      if (next === "code") setNeedsCode(true);
      else onClose(true);
    },
  });
  const leave = () => onClose(false);
  const actions = (
    <>
      <Button onClick={leave}>{texts.ended.leave}</Button>
      <Button kind="primary" type="submit" form={formId} busy={signIn.isPending}>
        {texts.ended.submit}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onTop
      onClose={leave}
      title={texts.ended.title}
      description={needsCode ? texts.ended.codeIntro : texts.ended.intro(email)}
      actions={actions}
    >
      <Form id={formId} onSubmit={() => signIn.mutate()} error={signIn.error}>
        <PasswordOrCodeField isCode={needsCode} value={given} onChange={setGiven} />
      </Form>
    </Dialog>
  );
}
