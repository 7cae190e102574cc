import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Invoice } from "../dashboard/records.ts";
import { downloadUrl } from "../data/api.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/invoices.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { allowedActions, type InvoiceAction } from "./allowed-actions.ts";
import { ConfirmAction, type Question } from "./confirm-action.tsx";
import { CreditDialog } from "./credit-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import type { Missing } from "./missing-data.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";

/** Most frequent first: the first two allowed actions are buttons, the others are in a menu. */
const order: readonly { action: InvoiceAction; icon: NonNullable<MenuItem["icon"]> }[] = [
  { action: "issue", icon: "check" },
  { action: "link", icon: "link" },
  { action: "pay", icon: "payments" },
  { action: "edit", icon: "edit" },
  { action: "register", icon: "send" },
  { action: "refreshParties", icon: "refresh" },
  { action: "credit", icon: "invoices" },
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
  const allowed = allowedActions(invoice, useCan());
  const act = (action: InvoiceAction) => {
    if (action !== "edit") setOpen(action);
    else void navigate({ to: "/app/invoices/$id/edit", params: { id: String(invoice.id) } });
  };
  const wanted = order.filter(({ action }) => allowed.has(action));
  const [first, second, ...rest] = wanted;
  const itemOf = ({ action, icon }: (typeof order)[number]): MenuItem => ({
    label: labels[action],
    icon,
    onSelect: () => act(action),
  });
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
        groups={[rest.map(itemOf), [xmlItem(invoice)], dangers]}
      />
      <Opened invoice={invoice} action={open} onClose={() => setOpen(undefined)} onMissing={onMissing} />
    </>
  );
}

function xmlItem({ id }: Invoice): MenuItem {
  return {
    label: texts.page.xml,
    icon: "download",
    onSelect: () => void window.open(downloadUrl(`/invoices/${id}.xml`), "_blank", "noreferrer"),
  };
}

type OpenedProps = Props & { action: InvoiceAction | undefined; onClose: () => void };

function Opened({ invoice, action, onClose, onMissing }: OpenedProps) {
  if (action === "pay") return <PaymentDialog invoice={invoice} onClose={onClose} />;
  if (action === "link") return <LinkDialog invoice={invoice} onClose={onClose} />;
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
