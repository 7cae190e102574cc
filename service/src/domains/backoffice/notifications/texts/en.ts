/** Every text of the mails that notify people. */
export const texts = {
  subject: (company: string, sentence: string) => `${company}: ${sentence}`,
  several: (company: string, count: number) => `${company}: ${count} notifications`,
  sentences: {
    payment: (amount: string) => `Payment of ${amount} received`,
    disputed: {
      open: (amount: string) => `Payment of ${amount} disputed`,
      won: (amount: string) => `Dispute about ${amount} won`,
      lost: (amount: string) => `Dispute about ${amount} lost`,
    },
    quote: {
      accepted: (number: string) => `Quote ${number} accepted`,
      declined: (number: string) => `Quote ${number} declined`,
    },
    registration: (number: string) => `Registration of invoice ${number} failed`,
    creditNote: (number: string) => `Registration of credit note ${number} failed`,
    recurring: (customer: string) => `Recurring invoice for ${customer} failed`,
    mail: (subject: string) => `Email not delivered: ${subject}`,
    deliveries: "Webhook deliveries failed",
    endpoint: "Webhook endpoint disabled",
    import: (file: string) => `Import of ${file} finished`,
  },
  unallocated: "Not assigned to an invoice",
  imported: (created: number, updated: number, failed: number) =>
    failed > 0
      ? `${created} created, ${updated} updated, ${failed} with errors`
      : `${created} created, ${updated} updated`,
  what: "What",
  details: "Details",
  when: "When",
  since: (company: string) => `This happened in ${company}:`,
  more: "There may be more than are listed here.",
  open: "Open in Billfold",
  openDashboard: "Open the dashboard",
  view: "View",
  chosen: "You chose these emails under Settings, My account.",
  stop: "Stop these emails",
};
