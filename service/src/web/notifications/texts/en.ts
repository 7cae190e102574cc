import { type Html, html } from "../../../platform/html.ts";

/** Every text of the page that ends notifications by mail. */
export const texts = {
  title: "Notifications by email",
  ask: {
    heading: "Stop these emails?",
    what: (company: Html) =>
      html`You get notifications of ${company} by email. The dashboard shows them as well, whatever you choose here.`,
    button: "Stop these emails",
  },
  done: {
    heading: "You get no more of these emails",
    what: "Notifications are still shown in the dashboard. Emails that concern the security of your account are not affected.",
  },
  settings: "Choose notifications",
  problems: {
    back: "Back",
    missing: {
      heading: "This link does not work",
      what: "It may have been cut when it was copied, or it is very old.",
      cure: "Sign in and choose your notifications under Settings, My account.",
    },
    later: {
      heading: "Please try again later",
      what: "The service can’t do this right now.",
      cure: "Try again in a minute.",
    },
    refused: {
      heading: "That did not work",
      what: "The service could not accept what was sent.",
      cure: "Open the link in the email again.",
    },
    fault: {
      heading: "Something went wrong",
      what: "This is our fault, and nothing was changed.",
      cure: "Try again in a minute.",
    },
  },
};
