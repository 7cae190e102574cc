import { useState } from "react";
import type { DeliveryDetails } from "../dashboard/records.ts";
import { lazyPart } from "../data/lazy-part.tsx";
import { texts } from "../texts/events.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/page.tsx";
import { explainFailure } from "./delivery-failure.ts";

const SignatureCheck = lazyPart(async () => (await import("./signature-check.tsx")).SignatureCheck);

const words = texts.delivery.why;

/** Explains the latest failure, and checks the signature of what the endpoint received. */
export function FailureCard({ delivery }: { delivery: DeliveryDetails }) {
  const [isChecking, setChecking] = useState(false);
  const latest = delivery.attempts.find(({ completed }) => completed);
  const reason = latest && explainFailure(latest);
  if (!reason) return null;
  return (
    <Card title={words.title}>
      <p className="mb-4">{reason}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink icon="settings" to="/app/settings/webhooks">
          {words.settings}
        </ButtonLink>
        {!isChecking && (
          <Button icon="key" onClick={() => setChecking(true)}>
            {words.check}
          </Button>
        )}
      </div>
      {isChecking && <SignatureCheck />}
    </Card>
  );
}
