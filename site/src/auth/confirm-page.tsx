import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiFailure, call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { texts } from "../texts/auth.ts";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { SendAgain } from "./confirmation-mail.tsx";
import { PasswordChosen, PasswordForm } from "./password-form.tsx";

/** The target of the link in the confirmation mail. Choosing a password here confirms the address. */
export function ConfirmPage() {
  const { token } = useSearch({ from: "/confirm" });
  const [password, setPassword] = useState("");
  const confirm = useSend({
    mutationFn: () => call<{ email: string }>("POST", "/app/registrations/confirm", { token, password }),
  });
  const isStale = confirm.error instanceof ApiFailure && confirm.error.code === "confirmation_invalid";
  if (!token || isStale) return <Stale />;
  if (confirm.isSuccess)
    return <PasswordChosen title={texts.confirm.doneTitle} intro={texts.confirm.done(confirm.data.email)} />;
  return (
    <PasswordForm
      title={texts.confirm.title}
      intro={texts.confirm.intro}
      password={password}
      onPassword={setPassword}
      submit={texts.confirm.submit}
      sending={confirm}
    />
  );
}

/** Offers a new mail, because an unconfirmed user cannot sign in to request one. */
function Stale() {
  const [email, setEmail] = useState("");
  const below = (
    <Link to="/sign-in" className="font-semibold text-accent">
      {texts.signIn.submit}
    </Link>
  );
  return (
    <AuthLayout title={texts.confirm.failedTitle} intro={texts.confirm.failed} below={below}>
      <Field label={texts.email}>
        <TextInput type="email" autoComplete="username" value={email} onChange={setEmail} />
      </Field>
      <div>
        <SendAgain email={email.trim()} />
      </div>
    </AuthLayout>
  );
}
