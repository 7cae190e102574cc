export const texts = {
  standing: {
    none: {
      title: "You belong to no company yet",
      says: "Ask an owner of your company to invite you by e-mail, or register a company of your own.",
    },
    pending: {
      title: "We are looking at your registration",
      says: "An operator checks every new company before it can issue invoices. You will get an e-mail as soon as it is decided; there is nothing to do until then.",
    },
    refused: {
      title: "The registration was refused",
      says: "The reason is in the e-mail that we sent to the owner. Answer that e-mail if you think that it is a mistake.",
    },
    suspended: {
      title: "This company is suspended",
      says: "Nothing can be issued or paid while it is. Nothing is lost either. The reason is in the e-mail that we sent to the owner.",
    },
    look: "Look again",
    register: "Register a company",
    others: "Other companies of yours",
    steps: ["Registered", "Checked by an operator", "Credentials and first invoice"],
    progress: "How far the registration has come",
  },
} as const;
