export const texts = {
  title: "Emails that did not arrive",
  intro: "We retry for two days, unless the mail server refused the address for good.",
  to: "To",
  subject: "Subject",
  status: "Status",
  reason: "Reason",
  at: "Created",
  statuses: {
    queued: "Retrying",
    sent: "Sent",
    failed: "Failed",
    expired: "Expired",
    cancelled: "Cancelled",
    kept: "Not sent",
  },
} as const;
