export const texts = {
  title: "Payment gateway",
  intro:
    "The provider that processes your customers' payments. The money goes directly to your account there.",
  state: "Status",
  inUse: "In use",
  setAt: "Set on",
  chosen: "Chosen by you",
  notChosen: "No, this is the default",
  yes: "Yes",
  change: "Choose a gateway",
  changeIntro:
    "We test the key with the gateway before saving it. It is stored encrypted and never shown again.",
  readOnly: "Only owners of the company can change the payment gateway.",
  choices: {
    sandbox: {
      title: "Sandbox",
      description: "For testing: cards and bank transfers without real money.",
    },
    paystack: {
      title: "Paystack",
      description: "Cards, bank transfer and USSD in Nigeria, Ghana, Kenya and South Africa.",
    },
    stripe: { title: "Stripe", description: "Cards and wallets in most countries." },
    none: { title: "None", description: "Record payments by hand. You cannot create payment links." },
  },
  secretKey: "Secret key",
  secretKeyHint: {
    paystack: "In the Paystack dashboard under Settings, API keys. It starts with sk_.",
    stripe: "In the Stripe dashboard under Developers, API keys. It starts with sk_ or rk_.",
  },
  webhookSecret: "Webhook secret",
  webhookSecretHint: "In the Stripe dashboard under Developers, Webhooks. It starts with whsec_.",
  callback: "Webhook URL for the gateway",
  callbackHint: "Enter it in the gateway's dashboard, so that payments are recorded within a second.",
  save: "Test and save",
  saved: "Payment gateway saved.",
} as const;
