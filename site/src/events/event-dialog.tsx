import { useNavigate } from "@tanstack/react-router";
import { texts } from "../texts/events.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Facts } from "../ui/page.tsx";
import { DateText } from "../ui/values.tsx";
import { type ActivityEvent, actorOf } from "./event-subject.ts";

/** The whole event as it is delivered. */
export function EventDialog({ event, onClose }: { event: ActivityEvent; onClose: () => void }) {
  const navigate = useNavigate();
  const seeDeliveries = () => {
    onClose();
    void navigate({ to: "/app/events", search: { tab: "deliveries", event_id: event.id } });
  };
  return (
    <Dialog open size="wide" onClose={onClose} title={event.type}>
      <div className="flex flex-col gap-5">
        <Facts
          facts={[
            [texts.when, <DateText key="when" value={event.created_at} />],
            [texts.by, actorOf(event)],
            [
              texts.id,
              <code key="id" className="font-mono text-sm select-all">
                {event.id}
              </code>,
            ],
            ...(event.request_id
              ? [
                  [
                    texts.requestId,
                    <code key="request" className="font-mono text-sm select-all">
                      {event.request_id}
                    </code>,
                  ] as const,
                ]
              : []),
          ]}
        />
        <Button className="self-start" onClick={seeDeliveries}>
          {texts.seeDeliveries}
        </Button>
        <CopyField
          label={texts.data}
          value={JSON.stringify({ ...event, actor_name: undefined }, null, 2)}
          multiline
        />
      </div>
    </Dialog>
  );
}
