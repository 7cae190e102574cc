import type { Inputs } from "../tree.ts";
import type { RuleTexts } from "./texts.ts";

const ofWhat = ({ percent, base, given_amount, reason }: Inputs) => {
  const size = percent === undefined ? `un montant fixe de ${given_amount}` : `${percent} % de ${base}`;
  return reason === undefined ? size : `${size} (${reason})`;
};
const onDocument = ({ percent, given_amount, reason }: Inputs) => {
  const size = percent === undefined ? `un montant fixe de ${given_amount}` : `${percent} %`;
  return reason === undefined ? size : `${size} (${reason})`;
};
const group = ({ tax_category, tax_rate }: Inputs) => `groupe de taxe ${tax_category} à ${tax_rate} %`;
const line = ({ line: place, description }: Inputs) =>
  place === undefined ? "Le montant net de la ligne" : `Ligne ${place}, ${description}`;

const counted = (one: string, several: string) => (count: string | number | undefined) =>
  `${count} ${count === 1 ? one : several}`;
const invoices = counted("facture", "factures");
const documents = counted("document", "documents");
const recordCount = counted("enregistrement", "enregistrements");
const taxed = (of: string | number | undefined) =>
  of === undefined ? "Les montants hors taxe" : of === "tax" ? "La taxe" : "Les montants imposables";
const movementNames: Record<string, string> = {
  invoice: "Facture",
  credit_note: "Avoir",
  payment: "Paiement",
  reversal: "Annulation d’un paiement",
  refund: "Remboursement",
  write_off: "Passage en perte",
  void: "Annulation de",
};

const movement = ({ type, number, date }: Inputs) =>
  `${movementNames[String(type)]}${number === undefined ? "" : ` ${number}`} du ${date}`;

export const fr: RuleTexts = {
  "line.gross": ({ quantity, unit_price }) =>
    quantity === undefined
      ? "La quantité multipliée par le prix unitaire"
      : `Quantité ${quantity} × prix unitaire ${unit_price}`,
  "line.discount": (inputs) => `Remise sur la ligne : ${ofWhat(inputs)}`,
  "line.charge": (inputs) => `Supplément sur la ligne : ${ofWhat(inputs)}`,
  "line.discount_total": () => "Ce que les remises de la ligne retirent",
  "line.charge_total": () => "Ce que les suppléments de la ligne ajoutent",
  "line.tax_included": ({ tax_rate, base }) =>
    `La taxe de ${tax_rate} % comprise dans ${base} ; les lignes d’un groupe se partagent la taxe du groupe`,
  "line.net": line,
  "line.tax": ({ tax_rate, net }) =>
    net === undefined
      ? "La taxe de la ligne"
      : `La part de la ligne, de ${net} net, dans la taxe de son groupe à ${tax_rate} % ; la somme des parts est la taxe du groupe`,
  "line.total": () => "Le montant net de la ligne et sa taxe",
  "document.subtotal": () => "La somme des montants nets des lignes",
  "discount.document": (inputs) => `Remise ${inputs.place} sur le document : ${onDocument(inputs)}`,
  "discount.document.spread": (inputs) =>
    `La part du ${group(inputs)} dans ${inputs.place === undefined ? "cette remise" : `la remise ${inputs.place} sur le document`}, en proportion des montants nets`,
  "charge.document": (inputs) => `Supplément ${inputs.place} sur le document : ${onDocument(inputs)}`,
  "charge.document.spread": (inputs) =>
    `La part du ${group(inputs)} dans ${inputs.place === undefined ? "ce supplément" : `le supplément ${inputs.place} sur le document`}, en proportion des montants nets`,
  "document.discount_total": () => "Les remises sur le document, hors taxe",
  "document.charge_total": () => "Les suppléments sur le document, hors taxe",
  "tax.group.taxable": () => "Ce sur quoi la taxe du groupe est calculée",
  "tax.group.round": (inputs) => {
    if (inputs.gross !== undefined)
      return `${inputs.gross} × ${inputs.tax_rate} / (100 + ${inputs.tax_rate}), la taxe comprise dans les prix du ${group(inputs)}`;
    if (inputs.taxable !== undefined)
      return `${inputs.tax_rate} % de ${inputs.taxable}, une seule fois pour le ${group(inputs)}`;
    return inputs.tax_rate === undefined ? "La taxe du groupe" : `Taxe du ${group(inputs)}`;
  },
  "document.tax_total": () => "La somme des taxes des groupes",
  "document.total": () => "Le total taxe comprise",
  withholding: ({ rate, net }) =>
    rate === undefined
      ? "La taxe que l’acheteur retient à la source"
      : `L’acheteur retient ${rate} % de ${net}, le total hors taxe`,
  "withholding.open": ({ withholding_amount, recorded }) =>
    recorded === undefined
      ? `Ce qui reste des ${withholding_amount} que l’acheteur retient`
      : `L’acheteur retient ${withholding_amount}, dont ${recorded} sont enregistrés ; le reste n’est pas demandé`,
  "accounting.tax_total": ({ tax_total, exchange_rate, currency }) =>
    tax_total === undefined
      ? "La taxe dans la devise comptable"
      : `${tax_total} ${currency} au taux de change de ${exchange_rate}`,
  "accounting.total": ({ total, exchange_rate, currency }) =>
    total === undefined
      ? "Le total dans la devise comptable"
      : `${total} ${currency} au taux de change de ${exchange_rate}`,
  "payment.applied": ({ payment, invoice, method, paid_at }) =>
    payment === undefined
      ? `Paie la facture ${invoice}`
      : `Paiement ${payment}${method === undefined ? "" : ` (${method})`} du ${String(paid_at).slice(0, 10)}`,
  "payments.total": () => "Les paiements",
  "refund.recorded": ({ payment, refund }) =>
    payment === undefined ? `Remboursement ${refund}` : `Remboursements du paiement ${payment}`,
  "refunds.total": () => "Les remboursements effectués",
  "credit.issued": ({ number }) => `Avoir ${number}`,
  "credit.total": () => "Les avoirs de cette facture",
  "credit.applied": ({ number }) => `Crédit de l’avoir ${number}`,
  "credit.applied_total": () => "Le crédit d’autres factures imputé sur celle-ci",
  "credit.applied_elsewhere": ({ number, invoice }) =>
    `Crédit de l’avoir ${number} imputé sur la facture ${invoice}`,
  "credit.applied_elsewhere_total": () => "Le crédit imputé sur d’autres factures",
  "amount.due": () => "Ce qui est dû sur la facture",
  "amount.payable": () => "Ce qui est demandé à l’acheteur",
  "amount.to_refund": () => "Ce qui a été payé au-delà de la facture et n’est pas rendu",
  "payment.received": () => "L’argent reçu",
  "payment.unallocated": () => "L’argent qui ne paie encore aucune facture",
  "payment.reversed": ({ reason, reversed_at }) =>
    `Annulé le ${String(reversed_at).slice(0, 10)}, donc il ne paie rien${reason === undefined ? "" : ` : ${reason}`}`,
  "report.age": ({ first, last }) =>
    first === undefined
      ? "Dû sur des factures non échues"
      : last === undefined
        ? `Dû sur des factures échues depuis ${first} jours ou plus`
        : `Dû sur des factures échues depuis ${first} à ${last} jours`,
  "report.due": () => "Tout ce qui est dû sur des factures",
  "report.due_accounting": () =>
    "La même chose dans la devise de l’entreprise, chaque facture au taux qu’elle garde depuis son émission",
  "report.credit": () => "Ce qui a été payé ou crédité au-delà de ce qui est dû",
  "report.balance": () => "Ce qui est dû, moins le crédit",
  "report.customer": ({ name, records }) =>
    `${name === undefined ? "Paiements sans facture" : name}${records === undefined ? "" : `, ${invoices(records)}`}`,
  "report.invoice": ({ number, due_date }) => `Facture ${number}, à échéance du ${due_date}`,
  "report.invoice_credit": ({ number, invoice }) =>
    `Facture ${number ?? invoice} : payé ou crédité au-delà de ce qui est dû`,
  "report.invoice_accounting": ({ number, amount, currency, exchange_rate }) =>
    `Facture ${number} : ${amount} ${currency} au taux de ${exchange_rate}`,
  "report.invoiced": ({ of }) => `${taxed(of)} des factures datées de la période`,
  "report.credited": ({ of }) => `${taxed(of)} des avoirs de la période`,
  "report.voided": ({ of }) => `${taxed(of)} des factures annulées dans la période, moins leurs avoirs`,
  "report.tax": ({ of }) => `${taxed(of)} : facturé, moins ce qui a été crédité et annulé`,
  "report.tax_accounting": ({ of }) =>
    `${taxed(of)} dans la devise comptable, des documents qui ont un taux de change`,
  "report.tax_group": (inputs) => `${documents(inputs.records)} du ${group(inputs)}`,
  "report.document": ({ type, number }) => `${movementNames[String(type)]} ${number}`,
  "report.opening_balance": () => "Ce que le client devait avant la période",
  "report.closing_balance": () => "Ce que le client doit à la fin de la période",
  "report.balance_after": (inputs) => `Ce que le client doit après : ${movement(inputs)}`,
  "report.all_currencies": () =>
    "Toutes les devises ensemble, au taux de chaque document ; sans les documents qui n’ont pas de taux",
  "report.row": ({ name }) => String(name),
  "report.sales_net": () => "Hors taxe : facturé, moins ce qui a été crédité et annulé",
  "report.sales_tax": () => "La taxe des factures, moins celle des avoirs et des annulations",
  "report.sales_accounting": () =>
    "Dans la devise comptable, au taux de chaque document ; sans les documents qui n’ont pas de taux",
  "report.sales_total": () => "Ce qui a été vendu, taxe comprise",
  "report.received": () => "Les paiements faits dans la période",
  "report.reversed": () => "Les paiements annulés dans la période",
  "report.refunded": () => "Les remboursements de la période",
  "report.money": () => "Reçu, moins ce qui a été annulé et remboursé",
  "report.withheld": ({ name }) =>
    name === undefined ? "La taxe retenue par les acheteurs" : `La taxe retenue par ${name}`,
  "journal.receivables": () => "Ce que l’enregistrement change à ce qui est dû",
  "journal.counterpart": () => "La contrepartie, hors taxe",
  "journal.tax": (inputs) => `Taxe du ${group(inputs)}`,
  "report.month": ({ month }) => `${month}`,
  "report.movements": ({ type, records }) => `${movementNames[String(type)]} : ${recordCount(records)}`,
  "report.movement": movement,
  "records.more": ({ why, records }) =>
    why === "many"
      ? `Autres : ${recordCount(records)}`
      : why === "unreadable"
        ? "Des paiements que l’appelant ne peut pas lire"
        : why === "shared"
          ? "Des remboursements de paiements, dont certains paient plusieurs factures"
          : "Des enregistrements plus anciens",
  "floor.zero": ({ sum }) => `La somme est de ${sum}, et ce montant n’est jamais inférieur à 0`,
  "stored.difference": () =>
    "Le document a un autre montant que celui que donnent les règles actuelles ; il compte tel qu’il est enregistré",
};
