import { type Command, needed, ofCompany, text } from "../command.ts";

const webhooks = () => import("../webhook.ts");

export const webhookCommands: readonly Command[] = [
  {
    name: "webhook set",
    summary: "Set a company's webhook URL and print its secret. The secret does not change.",
    example: "--company 1 --url https://shop.example/webhooks/billfold",
    options: {
      company: ofCompany,
      url: needed(
        "URL",
        "The URL that receives events, or 'default' for the receiver built into the service.",
      ),
    },
    run: async (config, options) => (await webhooks()).webhookSet(config, options),
  },
  {
    name: "webhook show",
    summary: "Show a company's webhook URL and delivery status.",
    example: "--company 1",
    options: { company: ofCompany },
    run: async (config, options) => (await webhooks()).webhookShow(config, options),
  },
  {
    name: "webhook add",
    summary: "Add another webhook endpoint with its own secret.",
    example: "--company 1 --url https://erp.example/hooks --events invoice.paid,payment.recorded",
    options: {
      company: ofCompany,
      url: needed("URL", "The URL that receives events."),
      events: text("TYPES", "Only these event types, separated by commas. Default: all types."),
    },
    run: async (config, options) => (await webhooks()).webhookAdd(config, options),
  },
  {
    name: "webhook list",
    summary: "List all webhook endpoints of a company.",
    example: "--company 1",
    options: { company: ofCompany },
    run: async (config, options) => (await webhooks()).webhookList(config, options),
  },
  {
    name: "webhook remove",
    summary: "Remove an additional webhook endpoint.",
    example: "--company 1 --endpoint 7",
    options: {
      company: ofCompany,
      endpoint: needed("ID", "The id of the endpoint ('billfold webhook list')."),
    },
    run: async (config, options) => (await webhooks()).webhookRemove(config, options),
  },
  {
    name: "webhook rotate",
    summary: "Give a webhook endpoint a new secret and print it.",
    example: "--company 1 --overlap 3600",
    options: {
      company: ofCompany,
      endpoint: text("ID", "The id of the endpoint. Default: the company's webhook URL."),
      overlap: text(
        "SECONDS",
        "How long events are also signed with the old secret, from 0 to 604800 (7 days). Default: 0.",
      ),
    },
    run: async (config, options) => (await webhooks()).webhookRotate(config, options),
  },
  {
    name: "listen",
    summary: "Forward a company's events to a local URL as they happen, signed. For development.",
    details: "Runs until you press Ctrl-C. The service must be running.",
    example: "--forward http://127.0.0.1:3000/webhooks --events invoice.paid",
    options: {
      company: text("ID", "The id of the company. Default: the demo company."),
      forward: needed("URL", "The http:// or https:// URL that receives the events."),
      events: text("TYPES", "Only these event types, separated by commas. Default: all types."),
      after: text("SEQUENCE", "Start after the event with this sequence number. Default: new events only."),
    },
    run: async (config, options) => (await import("../listen.ts")).listen(config, options),
  },
];
