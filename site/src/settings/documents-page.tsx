import { useState } from "react";
import type Type from "typebox";
import type { DocumentSettings as Schema } from "../../../service/src/domains/sending/document-settings/schema.ts";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/documents.ts";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form, SaveButton } from "../ui/form.tsx";
import { TextArea, TextInput } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Page } from "../ui/page.tsx";
import { BankAccounts } from "./bank-accounts.tsx";
import { DocumentCheck } from "./document-check.tsx";
import { DocumentPreview } from "./document-preview.tsx";
import { EmbeddedXml } from "./embedded-xml.tsx";
import { LogoField } from "./logo-field.tsx";

export type DocumentSettings = Type.Static<typeof Schema>;

export function DocumentsPage() {
  const response = useResponse<{ document_settings: DocumentSettings }>("/document_settings");
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded response={response}>
        {({ document_settings: settings }) => (
          <>
            <Look settings={settings} />
            <BankAccounts stored={settings.bank_accounts} />
            <EmbeddedXml stored={settings.embedded_xml} />
            <DocumentCheck />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The colour of documents that have no other. */
const defaultColour = "#16202e";

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

function Look({ settings }: { settings: DocumentSettings }) {
  const mayChange = useHasScope()("site:settings");
  const [colour, setColour] = useState(settings.accent_colour ?? "");
  const [footer, setFooter] = useState(settings.footer ?? "");
  const changes = { accent_colour: colour.trim() || null, footer: footer.trim() || null };
  const save = useChange(() => call("PATCH", "/document_settings", changes), {
    invalidates: ["/document_settings"],
    successMessage: texts.saved,
  });
  const errors = fieldErrors(save.error);
  return (
    <Card title={texts.look}>
      <div className="grid gap-6 lg:grid-cols-2">
        <Form onSubmit={() => save.mutate()} error={save.error}>
          {!mayChange && <p className="text-muted">{texts.readOnly}</p>}
          <LogoField logo={settings.logo} disabled={!mayChange} />
          <Field label={texts.colour} hint={texts.colourHint} error={errors.accent_colour} optional>
            <div className="flex gap-3">
              <input
                type="color"
                aria-label={texts.chooseColour}
                disabled={!mayChange}
                value={isColour(colour) ? colour.toLowerCase() : defaultColour}
                onChange={(event) => setColour(event.target.value)}
                className="control h-11 w-14 flex-none cursor-pointer p-1"
              />
              <TextInput
                maxLength={7}
                placeholder={defaultColour}
                spellCheck={false}
                className="min-w-0 flex-1 font-mono"
                disabled={!mayChange}
                value={colour}
                onChange={setColour}
              />
            </div>
          </Field>
          <Field label={texts.footer} hint={texts.footerHint} error={errors.footer} optional>
            <TextArea rows={3} maxLength={300} disabled={!mayChange} value={footer} onChange={setFooter} />
          </Field>
          {mayChange && <SaveButton busy={save.isPending} />}
        </Form>
        <DocumentPreview
          colour={isColour(colour) ? colour.toLowerCase() : null}
          footer={footer.trim()}
          logo={settings.logo}
          account={settings.bank_accounts[0]}
        />
      </div>
    </Card>
  );
}
