import { texts } from "../texts/payment-links.ts";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import type { LinkUrls } from "./link-form.ts";

type Props = {
  form: LinkUrls;
  onChange: (urls: Partial<LinkUrls>) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

/** The pages that a payment link leads to; folded, because most links lead nowhere. */
export function LinkUrlFields({ form, onChange, errors }: Props) {
  const isRefused = errors.return_url !== undefined || errors.cancel_url !== undefined;
  return (
    <details open={isRefused || undefined}>
      <summary className="w-fit cursor-pointer font-medium text-accent">{texts.more}</summary>
      <div className="mt-3 flex flex-col gap-4">
        <Field label={texts.returnUrl} hint={texts.urlHint} optional error={explained(errors.return_url)}>
          <TextInput
            type="url"
            value={form.returnUrl}
            onChange={(returnUrl) => onChange({ returnUrl })}
            maxLength={1900}
            placeholder="https://"
          />
        </Field>
        <Field label={texts.cancelUrl} optional error={explained(errors.cancel_url)}>
          <TextInput
            type="url"
            value={form.cancelUrl}
            onChange={(cancelUrl) => onChange({ cancelUrl })}
            maxLength={1900}
            placeholder="https://"
          />
        </Field>
      </div>
    </details>
  );
}

/** The API tells programs which request allows a site; people read where to click. */
const explained = (error: string | undefined) =>
  error?.includes("POST /portal/settings") ? texts.urlNotAllowed : error;
