import { useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/documents.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { FieldGroup } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Radio } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import type { DocumentSettings } from "./documents-page.tsx";

type Kind = DocumentSettings["embedded_xml"];
const kinds: readonly Kind[] = ["ubl", "factur_x"];

/** What the PDFs contain for programs. */
export function EmbeddedXml({ stored }: { stored: Kind }) {
  const mayChange = useHasScope()("site:settings");
  const [chosen, setChosen] = useState(stored);
  const save = useChange(() => call("PATCH", "/document_settings", { embedded_xml: chosen }), {
    invalidates: ["/document_settings"],
    successMessage: texts.programsSaved,
  });
  return (
    <Card title={texts.programs} intro={texts.programsIntro}>
      <Form onSubmit={() => save.mutate()} error={save.error}>
        {!mayChange && <p className="text-muted">{texts.readOnly}</p>}
        <FieldGroup label={texts.programsFormat} error={fieldErrors(save.error).embedded_xml}>
          {kinds.map((kind) => (
            <Radio
              key={kind}
              name="embedded_xml"
              label={texts.programsKinds[kind].label}
              hint={texts.programsKinds[kind].hint}
              disabled={!mayChange}
              checked={chosen === kind}
              onChange={() => setChosen(kind)}
            />
          ))}
        </FieldGroup>
        {mayChange && (
          <div>
            <Button type="submit" busy={save.isPending}>
              {uiTexts.save}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}
