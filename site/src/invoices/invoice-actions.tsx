import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Invoice } from "../dashboard/records.ts";
import { callOnce, downloadUrl } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useCan } from "../session.tsx";
import { texts as editorTexts } from "../texts/editor.ts";
import { texts } from "../texts/invoice-detail.ts";
import { texts as reminderTexts } from "../texts/reminders.ts";
import { texts as sendingTexts } from "../texts/sending.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { toast } from "../ui/toast.tsx";
import { allowedActions, type InvoiceAction } from "./allowed-actions.ts";
import { ConfirmAction, type Question } from "./confirm-action.tsx";
import { CreditDialog } from "./credit-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import type { Missing } from "./missing-data.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";
import { SendDialog } from "./send-dialog.tsx";

/** Most frequent first: the first two allowed actions are buttons, the others are in a menu. */
const order: readonly { action: InvoiceAction; icon: NonNullable<MenuItem["icon"]> }[] = [
  { action: "issue", icon: "check" },
  { action: "link", icon: "link" },
  { action: "pay", icon: "payments" },
  { action: "send", icon: "send" },
  { action: "edit", icon: "edit" },
  { action: "register", icon: "send" },
  { action: "credit", icon: "invoices" },
  { action: "pauseReminders", icon: "bell" },
  { action: "resumeReminders", icon: "bell" },
  { action: "refreshParties", icon: "refresh" },
];
const destructive: readonly InvoiceAction[] = ["cancelRegistration", "void", "writeOff", "delete"];

const labels: Record<InvoiceAction, string> = {
  edit: texts.page.edit,
  issue: texts.issue.action,
  register: texts.register.action,
  refreshParties: texts.refreshParties.action,
  cancelRegistration: texts.cancelRegistration.action,
  pay: texts.pay.action,
  link: texts.link.action,
  send: sendingTexts.invoice.action,
  pauseReminders: reminderTexts.pause,
  resumeReminders: reminderTexts.resume,
  credit: texts.credit.action,
  void: texts.void.action,
  writeOff: texts.writeOff.action,
  delete: texts.delete.action,
};

type Props = {
  invoice: Invoice;
  /** Called with the missing data of a registration; with none when it is complete. */
  onMissing: (missing: readonly Missing[]) => void;
};

/** The actions that the user may take on the invoice. */
export function InvoiceActions({ invoice, onMissing }: Props) {
  const [open, setOpen] = useState<InvoiceAction>();
  const navigate = useNavigate();
  const can = useCan();
  const allowed = allowedActions(invoice, can);
  const setPaused = useChange(
    (isPaused: boolean) =>
      callOnce(`/invoices/${invoice.id}/${isPaused ? "pause_reminders" : "resume_reminders"}`),
    {
      invalidates: ["/invoices"],
      successMessage: (_, isPaused) => (isPaused ? reminderTexts.paused : reminderTexts.resumed),
    },
  );
  const act = (action: InvoiceAction) => {
    if (action === "pauseReminders") setPaused.mutate(true);
    else if (action === "resumeReminders") setPaused.mutate(false);
    else if (action !== "edit") setOpen(action);
    else void navigate({ to: "/app/invoices/$id/edit", params: { id: String(invoice.id) } });
  };
  const wanted = order.filter(({ action }) => allowed.has(action));
  const [first, second, ...rest] = wanted;
  const itemOf = ({ action, icon }: (typeof order)[number]): MenuItem => ({
    label: labels[action],
    icon,
    onSelect: () => act(action),
  });
  const copy = () => void navigate({ to: "/app/invoices/new", search: { copy: String(invoice.id) } });
  const duplicate: MenuItem[] = can("invoices:write", "invoicing")
    ? [{ label: editorTexts.duplicate, icon: "copy", onSelect: copy }]
    : [];
  const dangers: MenuItem[] = destructive
    .filter((action) => allowed.has(action))
    .map((action) => ({ label: labels[action], icon: "trash", tone: "bad", onSelect: () => act(action) }));
  return (
    <>
      {[first, second].map(
        (one, place) =>
          one && (
            <Button
              key={one.action}
              kind={place === 0 ? "primary" : "secondary"}
              icon={one.icon}
              onClick={() => act(one.action)}
            >
              {labels[one.action]}
            </Button>
          ),
      )}
      <ButtonAnchor icon="download" href={downloadUrl(`/invoices/${invoice.id}.pdf`)} newTab>
        {texts.page.pdf}
      </ButtonAnchor>
      <Menu
        trigger={<Button icon="more">{texts.page.more}</Button>}
        groups={[rest.map(itemOf), [...duplicate, ...documentItems(invoice)], dangers]}
      />
      <Opened invoice={invoice} action={open} onClose={() => setOpen(undefined)} onMissing={onMissing} />
    </>
  );
}

function documentItems({ id }: Invoice): MenuItem[] {
  return [
    {
      label: texts.page.print,
      icon: "invoices",
      onSelect: () => printPdf(downloadUrl(`/invoices/${id}.pdf`)),
    },
    {
      label: texts.page.explainedPdf,
      icon: "download",
      onSelect: () => void window.open(downloadUrl(`/invoices/${id}/explain.pdf`), "_blank", "noreferrer"),
    },
    { label: texts.page.copyLink, icon: "copy", onSelect: () => void copyLink(id) },
    {
      label: texts.page.xml,
      icon: "download",
      onSelect: () => void window.open(downloadUrl(`/invoices/${id}.xml`), "_blank", "noreferrer"),
    },
  ];
}

/** Browsers print a PDF from its own window, which asks for the printer as soon as the file is there. */
function printPdf(address: string): void {
  const opened = window.open(address, "_blank");
  opened?.addEventListener("load", () => opened.print());
}

async function copyLink(id: number): Promise<void> {
  const address = new URL(`/app/invoices/${id}`, window.location.href);
  const isCopied = await navigator.clipboard.writeText(address.href).then(
    () => true,
    () => false,
  );
  toast(isCopied ? texts.page.linkCopied : texts.page.linkNotCopied);
}

type OpenedProps = Props & { action: InvoiceAction | undefined; onClose: () => void };

function Opened({ invoice, action, onClose, onMissing }: OpenedProps) {
  if (action === "pay") return <PaymentDialog invoice={invoice} onClose={onClose} />;
  if (action === "link") return <LinkDialog invoice={invoice} onClose={onClose} />;
  if (action === "send") return <SendDialog invoice={invoice} onClose={onClose} />;
  if (action === "credit") return <CreditDialog invoice={invoice} onClose={onClose} />;
  return (
    <ConfirmAction
      invoice={invoice}
      question={action as Question | undefined}
      onClose={onClose}
      onMissing={onMissing}
    />
  );
}
