import type { ReactNode } from "react";
import { texts } from "../texts/auth.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";

type PasswordFormProps = {
  title: string;
  intro: string;
  /** Fields above the password. */
  children?: ReactNode;
  label?: string;
  required?: boolean;
  password: string;
  onPassword: (password: string) => void;
  submit: string;
  sending: { mutate: () => void; error: Error | null; isPending: boolean };
};

/** A page reached by a link in a mail, where the user chooses a password. */
export function PasswordForm(props: PasswordFormProps) {
  const { title, intro, children, label = texts.newPassword, required = true, submit, sending } = props;
  return (
    <AuthLayout title={title} intro={intro}>
      <Form onSubmit={() => sending.mutate()} error={sending.error}>
        {children}
        <Field label={label} hint={texts.passwordHint} error={fieldErrors(sending.error).password}>
          <PasswordInput
            required={required}
            minLength={10}
            maxLength={200}
            autoComplete="new-password"
            value={props.password}
            onChange={props.onPassword}
          />
        </Field>
        <Button type="submit" kind="primary" busy={sending.isPending}>
          {submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}

/** The same page after the password was stored. */
export function PasswordChosen({ title, intro }: { title: string; intro: string }) {
  return (
    <AuthLayout title={title} intro={intro}>
      <ButtonLink kind="primary" to="/sign-in">
        {texts.signIn.submit}
      </ButtonLink>
    </AuthLayout>
  );
}
