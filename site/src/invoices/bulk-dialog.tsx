import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Invoice, InvoiceRow } from "../dashboard/records.ts";
import { ApiFailure, callOnce } from "../data/api.ts";
import { affectedBy, invalidate } from "../data/use-change.ts";
import { texts } from "../texts/invoice-list.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type BulkAction, type BulkResult, runBulk } from "./bulk-run.ts";
import { invoiceName } from "./invoice-columns.tsx";

type Props = {
  action: BulkAction;
  invoices: readonly InvoiceRow[];
  /** How many selected invoices the action is not possible for. */
  leftCount: number;
  onClose: (isChanged: boolean) => void;
};

/** Asks for a confirmation, shows the progress, and then what failed and why. */
export function BulkDialog({ action, invoices, leftCount, onClose }: Props) {
  const words = texts.bulk[action];
  const { run, stop, progress, result } = useBulkRun(action);
  const close = () => {
    // The work goes on while the window is open, so that its result is not missed.
    if (!progress) onClose(result !== undefined);
  };
  const failed = result?.failed.map(({ invoice }) => invoice) ?? [];
  return (
    <Dialog
      open
      onClose={close}
      title={result ? words.done(result.done.length) : words.title(invoices.length)}
      actions={
        progress ? (
          <Button onClick={stop}>{texts.bulk.stop}</Button>
        ) : result ? (
          <>
            {failed.length > 0 && (
              <Button onClick={() => void run(failed)}>{texts.bulk.retry(failed.length)}</Button>
            )}
            <Button kind="primary" onClick={close}>
              {texts.bulk.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{uiTexts.cancel}</Button>
            <Button kind={action === "void" ? "danger" : "primary"} onClick={() => void run(invoices)}>
              {words.confirm(invoices.length)}
            </Button>
          </>
        )
      }
    >
      {progress ? (
        <Progress {...progress} />
      ) : result ? (
        <Outcome result={result} />
      ) : (
        <Question body={words.body} leftCount={leftCount} invoices={invoices} />
      )}
    </Dialog>
  );
}

const shownNames = 5;

function Question({
  body,
  leftCount,
  invoices,
}: {
  body: string;
  leftCount: number;
  invoices: readonly InvoiceRow[];
}) {
  const names = invoices
    .slice(0, shownNames)
    .map((invoice) => `${invoiceName(invoice)} · ${invoice.customer_name}`);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{body}</p>
      <ul className="list-disc ps-5 text-sm">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {invoices.length > shownNames && <li>{`+ ${invoices.length - shownNames}`}</li>}
      </ul>
      {leftCount > 0 && <p className="text-sm text-muted">{texts.bulk.left(leftCount)}</p>}
    </div>
  );
}

function Progress({ done, all }: { done: number; all: number }) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status">{texts.bulk.progress(done, all)}</p>
      <progress
        aria-label={texts.bulk.progress(done, all)}
        value={done}
        max={all}
        className="bar h-2 w-full text-accent"
      />
    </div>
  );
}

function Outcome({ result: { failed, skipped } }: { result: BulkResult }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      {skipped.length > 0 && <p>{texts.bulk.stopped(skipped.length)}</p>}
      {failed.length > 0 && (
        <section className="rounded-control bg-bad-tint p-4 text-bad">
          <h3 className="font-semibold">{texts.bulk.failedTitle(failed.length)}</h3>
          <ul className="mt-2 flex flex-col gap-2 text-sm">
            {failed.map(({ invoice, reason }) => (
              <li key={invoice.id}>
                <Link
                  to="/app/invoices/$id"
                  params={{ id: String(invoice.id) }}
                  className="font-semibold text-bad"
                >
                  {invoiceName(invoice)}
                </Link>{" "}
                <span className="text-foreground">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function useBulkRun(action: BulkAction) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [result, setResult] = useState<BulkResult>();
  const isStopped = useRef(false);
  const isRunning = useRef(false);
  const run = async (invoices: readonly InvoiceRow[]) => {
    // A second press before the button is gone must not start a second run.
    if (isRunning.current) return;
    isRunning.current = true;
    isStopped.current = false;
    setProgress({ done: 0, all: invoices.length });
    const outcome = await runBulk({
      invoices,
      act: (invoice) => act(action, invoice),
      reasonOf,
      isStopped: () => isStopped.current,
      onProgress: (done) => setProgress({ done, all: invoices.length }),
    });
    await invalidate(client, affectedBy.invoicing);
    setResult((before) => ({ ...outcome, done: [...(before?.done ?? []), ...outcome.done] }));
    setProgress(undefined);
    isRunning.current = false;
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { run, stop, progress, result };
}

/** The reason of a failure, if the service stored one instead of refusing. */
async function act(action: BulkAction, { id }: InvoiceRow): Promise<string | undefined> {
  const { invoice } = await callOnce<{ invoice: Invoice }>(`/invoices/${id}/${action}`);
  if (action !== "register" || invoice.fiscal_status !== "rejected") return undefined;
  const { errors } = (invoice.fiscal ?? {}) as { errors?: { message: string }[] };
  return errors?.map(({ message }) => message).join(" ") || texts.bulk.rejected;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiFailure)) return uiTexts.failure.broken;
  return error.errors.length > 0 ? error.errors.map(({ message }) => message).join(" ") : error.message;
}
