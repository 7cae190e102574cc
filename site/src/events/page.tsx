import { useNavigate, useSearch } from "@tanstack/react-router";
import { texts } from "../texts/events.ts";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import { EventList } from "./event-list.tsx";
import { InboxList } from "./inbox-list.tsx";

const tabs = ["events", "deliveries", "inbox"] as const;

export function EventsPage() {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Tabs
        label={texts.tabs.label}
        value={tabs.find((each) => each === tab) ?? "events"}
        // Each list has its own filters.
        onChange={(id) =>
          void navigate({ to: ".", search: id === "events" ? {} : { tab: id }, replace: true })
        }
        tabs={[
          { id: "events", title: texts.tabs.events, content: <EventList /> },
          {
            id: "deliveries",
            title: texts.tabs.deliveries,
            content: <DeliveryList />,
          },
          { id: "inbox", title: texts.tabs.inbox, content: <InboxList /> },
        ]}
      />
    </Page>
  );
}
