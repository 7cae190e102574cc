import { useState } from "react";
import { RecordList, type RecordListProps } from "../dashboard/record-list.tsx";
import type { ApiEvent } from "../dashboard/records.ts";
import { texts } from "../texts/events.ts";
import { Button } from "../ui/button.tsx";
import { EventDialog } from "./event-dialog.tsx";

type Props<Row> = Omit<RecordListProps<Row>, "width" | "rowKey" | "rowActions"> & {
  eventOf: (row: Row) => ApiEvent;
};

/** Events, or records of them, each of which opens in a dialog. */
export function EventTable<Row extends { id: string | number }>({ eventOf, ...list }: Props<Row>) {
  const [open, setOpen] = useState<ApiEvent>();
  return (
    <>
      <RecordList
        {...list}
        width="widest"
        rowKey={({ id }) => id}
        rowActions={(row) => {
          const event = eventOf(row);
          return (
            <Button
              size="small"
              onClick={() => setOpen(event)}
              aria-label={`${texts.show} ${event.type} ${event.sequence}`}
            >
              {texts.show}
            </Button>
          );
        }}
      />
      {open && <EventDialog event={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
