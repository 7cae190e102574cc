import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { texts } from "../texts/auth.ts";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { PasswordChosen, PasswordForm } from "./password-form.tsx";

export function InvitationPage() {
  const { token } = useSearch({ from: "/invitation" });
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const accept = useSend({
    mutationFn: () =>
      call<{ message: string }>("POST", "/app/invitations/accept", {
        token,
        ...(name.trim() && { name: name.trim() }),
        ...(password && { password }),
      }),
  });
  if (!token) return <AuthLayout title={texts.invitation.failedTitle} intro={texts.invitation.failed} />;
  if (accept.isSuccess)
    return <PasswordChosen title={texts.invitation.doneTitle} intro={accept.data.message} />;
  return (
    <PasswordForm
      title={texts.invitation.title}
      intro={texts.invitation.intro}
      label={texts.password}
      required={false}
      password={password}
      onPassword={setPassword}
      submit={texts.invitation.submit}
      sending={accept}
    >
      <Field label={texts.invitation.name} error={fieldErrors(accept.error).name}>
        <TextInput maxLength={200} autoComplete="name" value={name} onChange={setName} />
      </Field>
    </PasswordForm>
  );
}
