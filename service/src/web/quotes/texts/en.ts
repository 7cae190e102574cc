import { type Html, html } from "../../../platform/html.ts";

/** The texts of a quote's page that the checkout does not have. Each state says what happened and what to do. */
export const texts = {
  title: (number: string, company: string) => `Quote ${number} from ${company}`,
  heading: (number: string) => `Quote ${number}`,
  validUntil: (date: Html) => html`Valid until ${date}.`,
  details: "Details of the quote",
  total: "Total",
  notes: "Notes",
  pdf: "Download as PDF",
  reference: "Quote",
  questions: (company: Html, contact: Html | null) =>
    html`Questions about this quote? Contact ${company}${contact && html`: ${contact}`}.`,

  name: "Your name",
  nameWhy: (company: Html) => html`${company} sees who answered.`,
  nameMissing: "Enter your name.",
  accept: "Accept the quote",
  decline: "Decline the quote",
  declineHow: "Decline instead",
  reason: "Reason (optional)",

  facts: {
    date: "Date",
    validUntil: "Valid until",
    by: "Answered by",
    at: "Answered on",
    reason: "Reason",
  },

  accepted: {
    heading: "You have accepted this quote",
    what: (company: Html) => html`Thank you. ${company} has been notified and will get back to you.`,
  },
  declined: {
    heading: "This quote was declined",
    what: (company: Html) => html`If that is a mistake, ask ${company} for a new quote.`,
  },
  expired: {
    heading: "This quote has expired",
    what: (company: Html) => html`It can no longer be accepted. Ask ${company} for a new quote.`,
  },
  invoiced: {
    heading: "This quote has become an order",
    what: (company: Html) => html`${company} is working on it, so there is nothing left to answer.`,
  },
  unavailable: {
    heading: "This quote can’t be answered right now",
    what: (company: Html) => html`Open this page again later, or ask ${company}.`,
  },

  problems: {
    back: "Back to the quote",
    missing: {
      heading: "We can’t find this quote",
      what: "The address is incomplete or has a typing mistake.",
      cure: "Open the link again from the message you received, or ask the company that sent it for a new one.",
    },
    later: {
      heading: "This page is not available right now",
      what: "We could not finish what you asked for.",
      cure: "Please wait a moment, then try again: the page then shows whether you have answered.",
    },
    refused: {
      heading: "That did not work",
      what: "We could not understand what your browser sent, so nothing was answered.",
      cure: "Go back to the quote and try again from there.",
    },
    fault: {
      heading: "Something went wrong on our side",
      what: "We have recorded the error.",
      cure: "Go back to the quote: it shows whether you have answered.",
    },
  },
};
