import { useState } from "react";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/operator.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { TextArea } from "../ui/inputs.tsx";
import type { CompanyStatus, OperatorCompany } from "./company.ts";

type Decision = "approve" | "lift" | "refuse" | "suspend";

const offered: Record<CompanyStatus, readonly Decision[]> = {
  pending: ["approve", "refuse"],
  active: ["suspend"],
  suspended: ["lift"],
  refused: ["approve"],
};

/** Lifting a suspension means approving again. */
const paths: Record<Decision, string> = {
  approve: "approve",
  lift: "approve",
  refuse: "refuse",
  suspend: "suspend",
};

export function CompanyActions({ company }: { company: Pick<OperatorCompany, "id" | "name" | "status"> }) {
  const [chosen, setChosen] = useState<Decision>();
  return (
    <>
      {offered[company.status].map((decision) => (
        <Button
          key={decision}
          kind={decision === "approve" || decision === "lift" ? "primary" : "secondary"}
          onClick={() => setChosen(decision)}
        >
          {texts[decision].action}
        </Button>
      ))}
      {chosen && <Decide company={company} decision={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

type DecideProps = { company: Pick<OperatorCompany, "id" | "name">; decision: Decision; onClose: () => void };

function Decide({ company, decision, onClose }: DecideProps) {
  const [reason, setReason] = useState("");
  const words = texts[decision];
  const needsReason = decision === "refuse" || decision === "suspend";
  const decide = useChange(
    () =>
      callOnce(
        `/operator/api/companies/${company.id}/${paths[decision]}`,
        needsReason ? { reason: reason.trim() } : undefined,
      ),
    { invalidates: ["/operator/api"], successMessage: words.done },
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={words.title(company.name)}
      confirm={words.action}
      kind={needsReason ? "danger" : "primary"}
      onConfirm={() => decide.mutateAsync()}
    >
      <p>{words.body}</p>
      {"reason" in words && (
        <Field label={words.reason} error={fieldErrors(decide.error).reason} className="mt-4 text-foreground">
          <TextArea value={reason} onChange={setReason} maxLength={500} />
        </Field>
      )}
    </ConfirmDialog>
  );
}
