/** Every text that buyers read in the panels, so that a translation is one more object of this shape. */
export const texts = {
  language: "en",
  loading: "Loading…",
  again: "Try again",
  optional: " (optional)",

  order: {
    heading: "Order from ",
    goods: "What would you like?",
    currency: "Prices in",
    quantityOf: "Quantity of ",
    less: "One less: ",
    more: "One more: ",
    plusTax: (rate: number) => ` plus ${rate} % tax`,
    details: "Your details",
    name: "Your name",
    email: "Email address",
    phone: "Phone",
    date: "Preferred date",
    note: "Note to the seller",
    total: "Estimated total",
    ofWhichTax: (tax: string) => `Of this, ${tax} is tax. `,
    isEstimate: "You see the final amount before you pay.",
    submit: "Order and pay",
    sending: "Sending your order…",
  },

  /** Shown at their fields. */
  wrong: {
    quantity: "Enter a whole number from 0 to 9999.",
    name: "Enter your name.",
    email: "Enter your email address in full, such as you@example.com.",
    phone: "Enter a phone number in full, such as +234 803 000 0000.",
    date: "Choose today or a later date.",
  },

  /** Why an order was not placed. */
  unsent: {
    heading: "Your order was not placed",
    empty: "Choose an item.",
    fields: "Check the marked fields.",
    unreachable:
      "The shop could not be reached. Check your connection and order again: nothing is ordered twice.",
    failed: "Something went wrong in the shop. Please order again in a minute: nothing is ordered twice.",
    nowhere: "This page does not say where orders go. Tell the owner of this website.",
  },

  placed: {
    heading: "Your order is placed",
    onward: "The payment page is being opened.",
    pay: "Go to the payment page",
    noPayment: "If there is something to pay, the seller will tell you how.",
    badAddress: "But its payment page could not be opened. Please ask the seller.",
    another: "Order more",
  },

  nothing: {
    heading: "Nothing can be ordered here yet",
    what: " offers nothing here so far. Please come back later.",
  },

  invoice: {
    pay: "Pay ",
    where: "You pay on a secure page, and then come back here.",
    unavailable: "It can’t be paid here. Ask the seller how else to pay.",
    paid: "Paid: ",
    thanks: "Thank you. There is nothing more to do.",
    closed: "Nothing to pay: ",
    closedWhy: "The seller has closed this invoice. There is nothing more to do.",
  },

  neutral: {
    heading: "Invoice",
    what: "To see an invoice here, open the link that the seller sent you.",
  },

  problem: {
    unreachable: {
      heading: "This can’t be shown right now",
      what: "There was no answer. Check your connection and try again, or tell the owner of this website.",
    },
    unavailable: {
      heading: "This is not available at the moment",
      what: "Please come back later, or ask the seller.",
    },
    missing: {
      heading: "We can’t find this invoice",
      what: "Its link has a mistake. Open it again, or ask the seller.",
    },
    fault: {
      heading: "Something went wrong",
      what: "Please try again in a minute.",
    },
  },

  /** For the developer of the page. */
  broken: {
    heading: "This panel is not set up yet",
    what: "Its script tag needs ",
  },
};

/** All that is read where not even this could be loaded. */
export const notLoaded = "Part of this page is missing. Please reload it.";

/** For the console, where buyers do not look. */
export const hints = {
  unreachable:
    "Billfold gave no answer. Check allowed origins, data-company-id, data-app-id and connect-src:",
  badAddress: "This checkout_url is not on Billfold's site:",
};
