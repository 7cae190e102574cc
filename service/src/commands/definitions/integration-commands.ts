import { type Command, needed, ofCompany, text } from "../command.ts";

const gateway = () => import("../gateway.ts");
const einvoicing = () => import("../einvoicing.ts");
const portal = () => import("../portal.ts");

export const integrationCommands: readonly Command[] = [
  {
    name: "gateway set",
    summary: "Configure a company's payment gateway.",
    details:
      "The gateway's secret key is read from standard input or BILLFOLD_GATEWAY_SECRET_KEY, never from the command line. Stripe also needs the webhook signing secret, on a second line or in BILLFOLD_GATEWAY_WEBHOOK_SECRET.",
    example: "--company 1 --gateway paystack < secret-key.txt",
    options: {
      company: ofCompany,
      gateway: needed("NAME", "sandbox (no real money), paystack, stripe or none."),
      "base-url": text("URL", "The gateway's base URL. Default: the gateway's own."),
    },
    run: async (config, options) => (await gateway()).gatewaySet(config, options),
  },
  {
    name: "gateway show",
    summary: "Show a company's payment gateway.",
    example: "--company 1",
    options: { company: ofCompany },
    run: async (config, options) => (await gateway()).gatewayShow(config, options),
  },
  {
    name: "einvoicing set",
    summary: "Configure a company's e-invoicing provider.",
    details:
      "Secrets are read from standard input as one JSON object, never from the command line: api_key, api_secret, public_key and certificate for firs_mbs; api_key, api_secret, username, password and public_key (signing_key is optional) for india_irp.",
    example: "--company 1 --adapter sandbox",
    options: {
      company: ofCompany,
      adapter: needed(
        "NAME",
        "sandbox, async_demo, firs_mbs, india_irp, document_only, or none to remove it.",
      ),
      "base-url": text("URL", "The authority's base URL, for firs_mbs and india_irp."),
      "business-id": text("ID", "The business id at the authority; the GSTIN for india_irp."),
      "service-id": text("ID", "The service id at the authority, eight characters, for firs_mbs."),
    },
    run: async (config, options) => (await einvoicing()).einvoicingSet(config, options),
  },
  {
    name: "einvoicing show",
    summary: "Show a company's e-invoicing provider, without its secrets.",
    example: "--company 1",
    options: { company: ofCompany },
    run: async (config, options) => (await einvoicing()).einvoicingShow(config, options),
  },
  {
    name: "portal set",
    summary: "Set which sites may embed a company's portal, and how its prices are meant.",
    details: "The sites replace the previous list.",
    example: "--company 1 --origins https://shop.example,https://www.shop.example",
    options: {
      company: ofCompany,
      origins: needed("ORIGINS", "The sites, such as https://shop.example, separated by commas, or 'none'."),
      "prices-include-tax": text(
        "YES",
        "yes: prices in orders contain the tax; no: they do not; none: as the company's own. Default: unchanged.",
      ),
    },
    run: async (config, options) => (await portal()).portalSet(config, options),
  },
  {
    name: "portal show",
    summary: "Show a company's portal settings: which sites may embed it, and how its prices are meant.",
    example: "--company 1",
    options: { company: ofCompany },
    run: async (config, options) => (await portal()).portalShow(config, options),
  },
];
