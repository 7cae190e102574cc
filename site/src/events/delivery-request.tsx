import { useRecord } from "../data/use-response.ts";
import { texts } from "../texts/events.ts";
import { CopyButton } from "../ui/copy-field.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Card } from "../ui/page.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";

type Request = {
  method: string;
  url: string | null;
  headers: { name: string; value: string }[];
  body: string | null;
};

const words = texts.delivery;

/** The headers and the payload that the endpoint was sent. */
export function DeliveryRequest({ id }: { id: number }) {
  const { record, error } = useRecord<Request>(`/webhooks/deliveries/${id}/request`, "request");
  return (
    <Card title={words.request} intro={words.requestIntro}>
      {error && <ErrorNote error={error} />}
      {!record && !error && <ListSkeleton rows={3} />}
      {record && (
        <div className="flex flex-col gap-5">
          {record.url && (
            <p className="font-mono text-sm wrap-anywhere">
              {record.method} {record.url}
            </p>
          )}
          <table className="w-full text-start text-sm">
            <caption className="mb-1 text-start font-medium text-muted">{words.headers}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{words.header}</th>
                <th scope="col">{words.value}</th>
              </tr>
            </thead>
            <tbody className="font-mono">
              {record.headers.map(({ name, value }) => (
                <tr key={name} className="border-t border-line">
                  <th scope="row" className="py-1.5 pe-4 text-start align-top font-normal text-muted">
                    {name}
                  </th>
                  <td className="py-1.5 wrap-anywhere">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {record.body === null ? (
            <p className="text-muted">{words.payloadWithheld}</p>
          ) : (
            <section aria-label={words.payload} className="flex flex-col gap-2">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h3 className="text-sm font-medium text-muted">{words.payload}</h3>
                <CopyButton label={words.payload} value={record.body} />
              </div>
              <pre
                // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it
                tabIndex={0}
                className="max-h-96 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap"
              >
                {indented(record.body)}
              </pre>
            </section>
          )}
        </div>
      )}
    </Card>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
