export const texts = {
  companyStatus: {
    none: {
      title: "You do not belong to a company yet",
      description: "Ask an owner of your company to invite you, or create an account for a new company.",
    },
    pending: {
      title: "We are reviewing your company",
      description:
        "We check every new company before it can issue invoices. You will get an email when the review is done. You do not need to do anything until then.",
    },
    refused: {
      title: "Your company was not approved",
      description: "We have also emailed the owner. If you think this is a mistake, reply to that email.",
    },
    suspended: {
      title: "This company is suspended",
      description:
        "You cannot issue invoices or receive payments for now. Your data is safe. To resolve this, reply to the email that we sent to the owner.",
    },
    reason: "Reason",
    refresh: "Refresh",
    register: "Create an account for a new company",
    others: "Your other companies",
    steps: ["Signed up", "Review", "API key and first invoice"],
    progress: "Progress of the review",
  },
  credentials: {
    title: "Create your first API key",
    intro: "Your company is approved. Your systems call Billfold with an API key. Choose what it may do.",
    ready: "The secret is shown once. Continue when you can store it, for example in a password manager.",
    make: "Create and show the key",
    shownTitle: "Store your credentials",
    shownIntro: "The secrets are shown only once. Store them now, where your systems read their settings.",
    appId: "App ID",
    secret: "Secret",
    webhookSecret: "Webhook secret",
    portal: "For the panel on your website",
    portalBody: "These values are not secret.",
    companyId: "Company ID",
    embedScript: "Script",
    baseUrl: "API address",
    download: "Download as .env",
    stored: "I have stored the credentials",
    leave: "Continue",
    leaveTitle: "Leave without storing the credentials?",
    leaveBody:
      "The secrets cannot be shown again. If you leave now, you will have to create a new key before your systems can call Billfold.",
    leaveConfirm: "Leave this page",
    goneTitle: "The first key was already created",
    gone: "Its secret was shown once. If it is lost, create a new key or a new secret on the page API keys.",
    toKeys: "Go to API keys",
  },
  checklist: {
    title: "Getting started",
    intro: "Six steps to your first registered and paid invoice.",
    done: "Done",
    open: "To do",
    progress: "Steps completed",
    count: (done: number, all: number) => `${done} of ${all}`,
    finished: "You are all set. Create your first invoice.",
    toInvoices: "Create an invoice",
    steps: {
      credentials: {
        title: "Store an API key",
        description:
          "Store the App ID and the secret where your systems read their settings. If the secret is lost, create a new key.",
        action: "Create a new key",
      },
      ping: {
        title: "Test the key",
        description: "Call /ping with the key. The response shows your company and the key's scopes.",
        action: "",
      },
      scopes: {
        title: "Enable scopes",
        description: "A key can do only what its scopes allow. Enable those that your system needs.",
        action: "Choose scopes",
      },
      webhook: {
        title: "Set a webhook URL",
        description: "Your systems are then notified of payments within a second.",
        action: "Set the URL",
      },
      einvoicing: {
        title: "Set up e-invoicing",
        description: "Choose the tax authority that your invoices are registered with.",
        action: "Choose an authority",
      },
      gateway: {
        title: "Choose a payment gateway",
        description: "Your customers can then pay every invoice online.",
        action: "Choose a gateway",
      },
    },
    tryPing: "Run this on your server",
    check: "Refresh",
  },
} as const;
