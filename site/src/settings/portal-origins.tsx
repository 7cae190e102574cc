import { useState } from "react";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts as companyTexts } from "../texts/settings/company.ts";
import { texts } from "../texts/settings/portal.ts";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form, SaveButton } from "../ui/form.tsx";
import { Select, TextArea } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card } from "../ui/page.tsx";

type PortalSettings = {
  portal: { allowed_origins: string[]; prices_include_tax: boolean | null; updated_at: string | null };
};

export function AllowedOrigins() {
  const response = useResponse<PortalSettings>("/portal/settings");
  return (
    <Card title={texts.origins} intro={texts.originsIntro}>
      <Loaded response={response}>
        {({ portal }) => (
          <Origins
            key={portal.updated_at}
            stored={portal.allowed_origins}
            prices={String(portal.prices_include_tax)}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Origins({ stored, prices: storedPrices }: { stored: readonly string[]; prices: string }) {
  const mayChange = useHasScope()("portal:configure");
  const [text, setText] = useState(stored.join("\n"));
  const [prices, setPrices] = useState(storedPrices);
  const input = () => ({
    allowed_origins: linesOf(text),
    prices_include_tax: JSON.parse(prices) as boolean | null,
  });
  const save = useChange(() => callOnce("/portal/settings", input()), {
    invalidates: ["/portal/settings"],
    successMessage: texts.originsSaved,
  });
  // The service reports `allowed_origins[1]`, which is a line of this field.
  const [fault] = Object.values(fieldErrors(save.error));
  return (
    <Form onSubmit={() => save.mutate()} error={save.error}>
      <Field label={texts.originsLabel} error={fault}>
        <TextArea
          rows={Math.max(3, stored.length + 1)}
          spellCheck={false}
          placeholder="https://shop.example"
          className="font-mono text-sm"
          disabled={!mayChange}
          value={text}
          onChange={setText}
        />
      </Field>
      <Field label={texts.prices} hint={texts.pricesHint}>
        <Select
          options={[
            { value: "null", label: texts.pricesAsCompany },
            { value: "false", label: companyTexts.pricesWithoutTax },
            { value: "true", label: companyTexts.pricesWithTax },
          ]}
          disabled={!mayChange}
          value={prices}
          onChange={setPrices}
        />
      </Field>
      {stored.length === 0 && <p className="text-sm text-warn">{texts.originsNone}</p>}
      {mayChange ? (
        <SaveButton busy={save.isPending} />
      ) : (
        <p className="text-sm text-muted">{texts.originsReadOnly}</p>
      )}
    </Form>
  );
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
