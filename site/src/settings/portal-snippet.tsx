import { useState } from "react";
import { texts } from "../texts/settings/portal.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Radio, TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import type { PortalConfig } from "./portal-page.tsx";
import { snippet } from "./snippet.ts";

export function PortalSnippet({ config }: { config: PortalConfig & { app_id: string } }) {
  const [panel, setPanel] = useState<"order" | "pay">("order");
  const [orderUrl, setOrderUrl] = useState("/order");
  const [parameter, setParameter] = useState(config.invoice_id);
  const source = { script: config.links.embed_script, companyId: config.company_id, appId: config.app_id };
  const code = snippet(source, panel === "order" ? { panel, orderUrl, parameter } : { panel, parameter });
  return (
    <Card title={texts.snippet} intro={texts.snippetIntro}>
      <div className="grid gap-6">
        <div className="grid gap-4 sm:grid-cols-2">
          <FieldGroup label={texts.wants}>
            <Radio
              name="panel"
              label={texts.order}
              checked={panel === "order"}
              onChange={() => setPanel("order")}
            />
            <Radio
              name="panel"
              label={texts.pay}
              checked={panel === "pay"}
              onChange={() => setPanel("pay")}
            />
          </FieldGroup>
          {panel === "order" && (
            <Field label={texts.orderUrl} hint={texts.orderUrlHint}>
              <TextInput value={orderUrl} onChange={setOrderUrl} />
            </Field>
          )}
          <Field label={texts.parameter} hint={texts.parameterHint}>
            <TextInput value={parameter} onChange={setParameter} />
          </Field>
        </div>
        <CopyField label={texts.code} value={code} code />
      </div>
    </Card>
  );
}
