import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../api.ts";
import { texts } from "../texts/auth.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput, TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";

export function InvitationPage() {
  const { token } = useSearch({ from: "/invitation" });
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const accept = useMutation({
    mutationFn: () =>
      call<{ message: string }>("POST", "/app/invitations/accept", {
        token,
        ...(name.trim() && { name: name.trim() }),
        ...(password && { password }),
      }),
  });
  const errors = fieldErrors(accept.error);
  if (!token) return <AuthLayout title={texts.invitation.failedTitle} intro={texts.invitation.failed} />;
  if (accept.isSuccess)
    return (
      <AuthLayout title={texts.invitation.doneTitle} intro={accept.data.message}>
        <ButtonLink kind="primary" to="/sign-in">
          {texts.signIn.submit}
        </ButtonLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={texts.invitation.title} intro={texts.invitation.intro}>
      <Form onSubmit={() => accept.mutate()} error={accept.error}>
        <Field label={texts.invitation.name} error={errors.name}>
          <TextInput maxLength={200} autoComplete="name" value={name} onChange={setName} />
        </Field>
        <Field label={texts.password} hint={texts.passwordHint} error={errors.password}>
          <PasswordInput
            minLength={10}
            maxLength={200}
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
        </Field>
        <Button type="submit" kind="primary" busy={accept.isPending}>
          {texts.invitation.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}
