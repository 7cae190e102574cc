export const texts = {
  companyStatus: {
    none: {
      title: "You belong to no company yet",
      description: "Ask an owner of your company to invite you by e-mail, or register a company of your own.",
    },
    pending: {
      title: "We are looking at your registration",
      description:
        "An operator checks every new company before it can issue invoices. You will get an e-mail as soon as it is decided; there is nothing to do until then.",
    },
    refused: {
      title: "The registration was refused",
      description:
        "We have told the owner by e-mail, too. Answer that e-mail if you think that it is a mistake.",
    },
    suspended: {
      title: "This company is suspended",
      description:
        "Nothing can be issued or paid while it is. Nothing is lost either. Answer the e-mail that we sent to the owner to settle it.",
    },
    reason: "The operator's words",
    refresh: "Look again",
    register: "Register a company",
    others: "Other companies of yours",
    steps: ["Registered", "Checked by an operator", "Credentials and first invoice"],
    progress: "How far the registration has come",
  },
  credentials: {
    title: "Welcome. Here are your credentials",
    intro:
      "With these your systems call Billfold. The secrets are shown this once: store them now, where your systems read their settings.",
    make: "Show my credentials",
    ready:
      "Your company is approved. Press the button when you are where you can store secrets, such as at your password manager.",
    appId: "App ID",
    secret: "Secret",
    webhookSecret: "Webhook secret",
    portal: "For the panel on your website",
    portalBody: "These are not secret.",
    companyId: "Company id",
    embedScript: "Script",
    baseUrl: "Address of the API",
    download: "Download as .env",
    stored: "I have stored them",
    leave: "Go on",
    others: "An owner gets the credentials",
    goneTitle: "The credentials were shown already",
    gone: "They are shown once. If they are lost, make a new secret under API keys and Webhooks: the old ones then end.",
    toKeys: "Go to the API keys",
  },
  checklist: {
    title: "Getting started",
    intro: "Six steps to the first invoice that is registered and paid.",
    done: "Done",
    open: "To do",
    progress: "Steps done",
    count: (done: number, all: number) => `${done} of ${all}`,
    finished: "All set. Nothing stands between you and the first invoice.",
    toInvoices: "Create an invoice",
    steps: {
      credentials: {
        title: "Store the credentials",
        description: "App ID, secret and webhook secret, where your systems read them.",
        action: "API keys",
      },
      ping: {
        title: "Verify the key",
        description: "Call /ping with it. The answer names your company and what the key may do.",
        action: "",
      },
      scopes: {
        title: "Enable scopes",
        description: "A new key may do nothing. Tick what your system needs.",
        action: "Choose scopes",
      },
      webhook: {
        title: "Set the webhook address",
        description: "Then your systems hear of payments within a second.",
        action: "Set the address",
      },
      einvoicing: {
        title: "Configure e-invoicing",
        description: "Choose the authority that your invoices are registered with.",
        action: "Choose the authority",
      },
      gateway: {
        title: "Choose a payment gateway",
        description: "Then every invoice can be paid by link.",
        action: "Choose a gateway",
      },
    },
    tryPing: "Run this where your systems run",
    check: "Look again",
  },
} as const;
