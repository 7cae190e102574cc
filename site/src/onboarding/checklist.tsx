import { useResponse } from "../data/use-response.ts";
import { useHasScope, useSession } from "../session.tsx";
import { texts } from "../texts/onboarding.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";

const refreshMs = 10_000;

type StepName = keyof typeof texts.checklist.steps;
type Step = { name: StepName; done: boolean };

/** The page of each step, and the scope that it requires. */
const ways = {
  credentials: { to: "/app/settings/keys", scope: "site:keys" },
  ping: { to: undefined, scope: "" },
  scopes: { to: "/app/settings/keys", scope: "site:keys" },
  webhook: { to: "/app/settings/webhooks", scope: "webhooks:write" },
  einvoicing: { to: "/app/settings/einvoicing", scope: "integrations:configure" },
  gateway: { to: "/app/settings/gateway", scope: "site:gateway" },
} as const;

export function Checklist() {
  // The steps are done elsewhere, such as in a terminal, so the page updates by itself.
  const response = useResponse<{ steps: Step[] }>("/checklist", { refetchInterval: refreshMs });
  const actions = (
    <Button icon="refresh" busy={response.isRefetching} onClick={() => void response.refetch()}>
      {texts.checklist.check}
    </Button>
  );
  return (
    <Page title={texts.checklist.title} intro={texts.checklist.intro} actions={actions}>
      <Loaded response={response}>{({ steps }) => <Steps steps={steps} />}</Loaded>
    </Page>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <>
      <Progress
        label={texts.checklist.progress}
        value={done}
        max={steps.length}
        detail={texts.checklist.count(done, steps.length)}
      />
      {done === steps.length && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <p className="text-lg text-accent">{texts.checklist.finished}</p>
          <ButtonLink kind="primary" to="/app/invoices/new">
            {texts.checklist.toInvoices}
          </ButtonLink>
        </div>
      )}
      <ol className="flex flex-col gap-3">
        {steps.map((step, index) => (
          <StepItem key={step.name} step={step} number={index + 1} />
        ))}
      </ol>
    </>
  );
}

function StepItem({ step: { name, done }, number }: { step: Step; number: number }) {
  const hasScope = useHasScope();
  const { title, description, action } = texts.checklist.steps[name];
  const { to, scope } = ways[name];
  return (
    <li className="flex gap-4 rounded-card border border-line bg-raised p-5">
      <span
        aria-hidden="true"
        className={`flex size-8 shrink-0 items-center justify-center rounded-full font-semibold ${done ? "bg-accent text-on-accent" : "bg-sunken text-muted"}`}
      >
        {done ? <Icon name="check" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold">
          {title}
          <span className="sr-only">: {done ? texts.checklist.done : texts.checklist.open}</span>
        </h2>
        <p className="text-muted">{description}</p>
        {name === "ping" && !done && <Ping />}
        {to && !done && hasScope(scope) && (
          <ButtonLink size="small" to={to} className="mt-3">
            {action}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

function Ping() {
  const { base_url } = useSession();
  const command = `curl ${base_url}/ping -H "Authorization: Bearer $BILLFOLD_APP_ID:$BILLFOLD_SECRET"`;
  return (
    <div className="mt-3">
      <CopyField label={texts.checklist.tryPing} value={command} code />
    </div>
  );
}
