import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiFailure, call } from "../api.ts";
import { texts } from "../texts/auth.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput, TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { SendAgain } from "./unconfirmed.tsx";

/** Where the link in the mail leads. Only the password that is chosen here confirms the address. */
export function ConfirmPage() {
  const { token } = useSearch({ from: "/confirm" });
  const [password, setPassword] = useState("");
  const confirm = useMutation({
    mutationFn: () => call<{ email: string }>("POST", "/app/registrations/confirm", { token, password }),
  });
  const isStale = confirm.error instanceof ApiFailure && confirm.error.code === "confirmation_invalid";
  if (!token || isStale) return <Stale />;
  if (confirm.isSuccess)
    return (
      <AuthLayout title={texts.confirm.doneTitle} intro={texts.confirm.done(confirm.data.email)}>
        <ButtonLink kind="primary" to="/sign-in">
          {texts.signIn.submit}
        </ButtonLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={texts.confirm.title} intro={texts.confirm.intro}>
      <Form onSubmit={() => confirm.mutate()} error={confirm.error}>
        <Field
          label={texts.newPassword}
          hint={texts.passwordHint}
          error={fieldErrors(confirm.error).password}
        >
          <PasswordInput
            required
            minLength={10}
            maxLength={200}
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
        </Field>
        <Button type="submit" kind="primary" busy={confirm.isPending}>
          {texts.confirm.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}

/** A new mail can be had here: nobody who is not confirmed can sign in to ask for one. */
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
