import { useState } from "react";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/webhooks.ts";
import { Button } from "../ui/button.tsx";
import { Loaded, useAnswer } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { type Endpoint, EndpointCard } from "./endpoint-card.tsx";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { type NewSecret, SecretDialog } from "./secret-dialog.tsx";

export function WebhooksPage() {
  const mayChange = useHasScope()("webhooks:write");
  const answer = useAnswer<{ endpoints: Endpoint[] }>("/webhooks/endpoints?limit=100");
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<NewSecret>();
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Page title={texts.title} intro={texts.intro} actions={mayChange && add}>
      <Loaded answer={answer}>
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
            <DeliveryLog endpoints={endpoints} mayReplay={mayChange} />
          </>
        )}
      </Loaded>
      {isAdding && (
        <EndpointDialog endpoint={undefined} onClose={() => setAdding(false)} onSecret={setSecret} />
      )}
      <SecretDialog made={secret} onClose={() => setSecret(undefined)} />
    </Page>
  );
}

const mainFirst = (endpoints: readonly Endpoint[]) =>
  endpoints.toSorted((one, other) => Number(other.primary) - Number(one.primary) || one.id - other.id);
