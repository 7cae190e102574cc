import type { Delivery } from "../dashboard/records.ts";
import { texts } from "../texts/events.ts";
import { Badge, toneOf } from "../ui/badge.tsx";

export function DeliveryBadge({ status }: { status: Delivery["status"] }) {
  return <Badge tone={toneOf(status)}>{texts.statuses[status]}</Badge>;
}
