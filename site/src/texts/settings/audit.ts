export const texts = {
  title: "Audit log",
  intro:
    "Every change to keys, settings, users and money: who made it, when, and from where. Nobody can change it.",
  at: "When",
  actor: "Who",
  action: "What",
  subject: "On",
  address: "From",
  details: "Details",
  requestId: "Request",
  actors: {
    user: "User",
    key: "API key",
    operator: "Operator",
    system: "Billfold",
    command_line: "Command line",
  },
  empty: "Nothing yet",
  emptyBody: "As soon as somebody changes keys, settings or users, it stands here.",
} as const;
