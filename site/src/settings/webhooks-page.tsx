import { useState } from "react";
import type { Endpoint } from "../dashboard/records.ts";
import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts as eventTexts } from "../texts/events.ts";
import { texts } from "../texts/settings/webhooks.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Page } from "../ui/page.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { type NewSecret, SecretDialog } from "./secret-dialog.tsx";

export function WebhooksPage() {
  const mayChange = useHasScope()("webhooks:write");
  const response = useResponse<{ endpoints: Endpoint[] }>("/webhooks/endpoints?limit=100");
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<NewSecret>();
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Page title={texts.title} intro={texts.intro} actions={mayChange && add}>
      <Loaded response={response}>
        {({ endpoints }) => (
          <>
            <div className="flex flex-col gap-4">
              {mainFirst(endpoints).map((endpoint) => (
                <EndpointCard
                  key={endpoint.id}
                  endpoint={endpoint}
                  mayChange={mayChange}
                  onSecret={setSecret}
                />
              ))}
            </div>
            <Deliveries />
          </>
        )}
      </Loaded>
      {isAdding && (
        <EndpointDialog endpoint={undefined} onClose={() => setAdding(false)} onSecret={setSecret} />
      )}
      <SecretDialog created={secret} onClose={() => setSecret(undefined)} />
    </Page>
  );
}

const mainFirst = (endpoints: readonly Endpoint[]) =>
  endpoints.toSorted((one, other) => Number(other.primary) - Number(one.primary) || one.id - other.id);

/** The log of deliveries is on the page of events; this leads to it. */
function Deliveries() {
  const { log } = eventTexts;
  return (
    <Card title={log.title} intro={log.intro}>
      <ButtonLink icon="send" to="/app/events" search={{ tab: "deliveries" }}>
        {log.view}
      </ButtonLink>
    </Card>
  );
}
