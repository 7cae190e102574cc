import { texts } from "../texts/step-up.ts";
import { Field } from "../ui/field.tsx";
import { PasswordInput, TextInput } from "../ui/inputs.tsx";

type Props = { isCode: boolean; value: string; onChange: (value: string) => void };

/** Asks for the password, or for a code of an authenticator app. */
export function PasswordOrCodeField({ isCode, ...input }: Props) {
  if (isCode) {
    return (
      <Field label={texts.code}>
        <TextInput
          key="code"
          autoFocus
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="font-mono text-lg tracking-widest"
          {...input}
        />
      </Field>
    );
  }
  return (
    <Field label={texts.password}>
      <PasswordInput required autoComplete="current-password" {...input} />
    </Field>
  );
}
