import { type FormEvent, useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/events.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/inputs.tsx";
import { readHeaders } from "./delivery-failure.ts";

type Diagnosis = { verifies: boolean; findings: { code: string; message: string }[] };

const words = texts.delivery.why;

/** Tells why a signature does not verify, from what the endpoint received. */
export function SignatureCheck() {
  const [headers, setHeaders] = useState("");
  const [body, setBody] = useState("");
  const [isMissing, setMissing] = useState(false);
  const check = useChange(
    (input: object) => call<{ diagnosis: Diagnosis }>("POST", "/webhooks/diagnose", input),
    { invalidates: [] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readHeaders(headers);
    setMissing(Object.keys(read).length === 0);
    if (Object.keys(read).length > 0) check.mutate({ headers: read, body });
  };
  const diagnosis = check.data?.diagnosis;
  return (
    <form onSubmit={submit} noValidate className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      <p className="text-muted">{words.checkIntro}</p>
      <Field label={words.headers} hint={words.headersHint} error={isMissing ? words.noHeaders : undefined}>
        <TextArea value={headers} onChange={setHeaders} rows={4} className="font-mono text-sm" />
      </Field>
      <Field label={words.body}>
        <TextArea value={body} onChange={setBody} rows={4} className="font-mono text-sm" />
      </Field>
      <Button kind="primary" type="submit" busy={check.isPending} className="self-start">
        {words.run}
      </Button>
      {check.error && <ErrorNote error={check.error} />}
      {diagnosis && (
        <div role="status" className="flex flex-col items-start gap-2">
          <Badge tone={diagnosis.verifies ? "good" : "bad"}>
            {diagnosis.verifies ? words.verifies : words.fails}
          </Badge>
          <ul className="list-disc ps-5">
            {diagnosis.findings.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
