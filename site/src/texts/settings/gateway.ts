export const texts = {
  title: "Payment gateway",
  intro: "Through whom your buyers pay. The money goes straight to your account there.",
  state: "How it stands",
  inUse: "In use",
  setAt: "Set",
  chosen: "Chosen by you",
  notChosen: "No: this is what companies start with",
  yes: "Yes",
  change: "Choose a gateway",
  changeIntro:
    "A key is tried with the gateway before it is stored. It is kept encrypted and never shown again.",
  readOnly: "Who is paid is for owners of the company to decide. Ask one of them to change it.",
  choices: {
    sandbox: {
      title: "Sandbox",
      description: "A gateway for trying things out: cards and transfers without real money.",
    },
    paystack: {
      title: "Paystack",
      description: "Cards, bank transfer and USSD in Nigeria, Ghana, Kenya and South Africa.",
    },
    stripe: { title: "Stripe", description: "Cards and wallets in most countries." },
    none: { title: "None", description: "You record payments by hand; payment links can't be made." },
  },
  secretKey: "Secret key",
  secretKeyHint: {
    paystack: "In Paystack's dashboard under Settings, API keys. It starts with sk_.",
    stripe: "In Stripe's dashboard under Developers, API keys. It starts with sk_ or rk_.",
  },
  webhookSecret: "Webhook secret",
  webhookSecretHint: "In Stripe's dashboard under Developers, Webhooks. It starts with whsec_.",
  callback: "Address for the gateway's notifications",
  callbackHint: "Enter it in the gateway's dashboard, so that payments are booked within a second.",
  save: "Check and save",
  saved: "The gateway is set.",
} as const;
