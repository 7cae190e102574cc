import { type Command, companyOperand, flag, needed, ofCompany, repeated, text } from "../command.ts";

const administration = () => import("../administration.ts");
const users = () => import("../user.ts");

export const companyCommands: readonly Command[] = [
  {
    name: "company create",
    summary: "Create a company.",
    details:
      "With --approve, the company can use the API at once, and its first key and webhook secret are printed. The key has no scopes yet: enable them with 'billfold key scopes'.",
    example: '--name "Lagos Works Ltd" --email accounts@lagosworks.example --approve',
    options: {
      name: needed("NAME", "The company's name, as printed on its invoices."),
      email: needed("EMAIL", "The company's email address."),
      approve: flag("Approve the company and print its credentials. Default: it stays pending."),
    },
    run: async (config, options) => (await administration()).companyCreate(config, options),
  },
  {
    name: "company approve",
    operand: companyOperand,
    summary: "Enable the API for a pending or suspended company.",
    example: "1",
    options: {},
    run: async (config, options) => (await administration()).companyApprove(config, options),
  },
  {
    name: "company suspend",
    operand: companyOperand,
    summary: "Disable the API for a company. Its data is kept.",
    example: "1",
    options: {},
    run: async (config, options) => (await administration()).companySuspend(config, options),
  },
  {
    name: "company set",
    summary: "Change a company's profile. Options that are omitted stay unchanged.",
    example: "--company 1 --tax-id 12345678-0001 --country NG --time-zone Africa/Lagos",
    options: {
      company: ofCompany,
      name: text("NAME", "The name, as printed on invoices."),
      email: text("EMAIL", "The email address."),
      phone: text("PHONE", "The phone number."),
      "tax-id": text("NUMBER", "The tax number, such as 12345678-0001."),
      "registration-number": text("NUMBER", "The company registration number."),
      line1: text("TEXT", "The first address line."),
      line2: text("TEXT", "The second address line."),
      city: text("TEXT", "The city."),
      region: text("TEXT", "The state or region."),
      "postal-code": text("TEXT", "The postal code."),
      country: text("CODE", "The ISO 3166 country code, such as NG. New companies: NG."),
      currency: text("CODE", "The ISO 4217 currency used when none is given. New companies: NGN."),
      "time-zone": text("NAME", "The IANA time zone of dates. New companies: Africa/Lagos."),
      language: text("CODE", "The language of documents and mails: en or fr. New companies: en."),
      "payment-terms-days": text("DAYS", "Days from invoice date to due date. New companies: 30."),
      "prices-include-tax": text(
        "YES",
        "yes: the unit prices of new documents contain the tax; no: they do not. New companies: no.",
      ),
      "invoice-series": text("PREFIX", "The invoice number prefix, such as INV for INV-000001."),
    },
    run: async (config, options) => (await administration()).companySet(config, options),
  },
  {
    name: "company show",
    operand: companyOperand,
    summary: "Print a company's profile.",
    example: "1",
    options: {},
    run: async (config, options) => (await administration()).companyShow(config, options),
  },
  {
    name: "plan set",
    summary: "Change a company's plan: features, monthly quotas and rate limits.",
    details: "The value 'none' restores the default of a limit.",
    example: "--company 1 --disable portal --quota invoices=500 --post-rate 50",
    options: {
      company: ofCompany,
      enable: repeated("FEATURE", "Enable a feature, such as payments. Separate several with commas."),
      disable: repeated("FEATURE", "Disable a feature, such as portal. Separate several with commas."),
      quota: repeated("NAME=N", "A monthly quota: invoices=N or payment_links=N; invoices=none removes it."),
      "post-rate": text("N", "POST requests per second for each key. Default: BILLFOLD_POST_RATE."),
      "post-burst": text("N", "POST requests that a key can send in a burst. Default: BILLFOLD_POST_BURST."),
      "company-post-rate": text(
        "N",
        "POST requests per second for all keys together; 0 is unlimited. Default: BILLFOLD_COMPANY_POST_RATE.",
      ),
      "read-rate": text("N", "Cost units per second for reads; 0 is unlimited. Default: BILLFOLD_READ_RATE."),
    },
    run: async (config, options) => (await administration()).planSet(config, options),
  },
  {
    name: "user create",
    summary: "Create a user account. The password is read from standard input.",
    details:
      "Give either --operator, or --company with --role. An existing account keeps its password and gains the role.",
    example: "--email ada@lagosworks.example --company 1 --role owner < password.txt",
    options: {
      email: needed("EMAIL", "The user's email address, used to sign in."),
      name: text("NAME", "The user's name. Default: the part of the email address before the @."),
      operator: flag("Make the user an operator of this service."),
      company: text("ID", "The id of the company that the user belongs to."),
      role: text("ROLE", "The role in that company: owner, accountant, developer or viewer. Default: owner."),
    },
    run: async (config, options) => (await users()).userCreate(config, options),
  },
  {
    name: "user reset-second-factor",
    summary: "Turn off two-step verification for a user who has lost their phone and backup codes.",
    details:
      "Ends all sessions of the user. Verify the user's identity first: afterwards the password alone is enough to sign in.",
    example: "--email ada@lagosworks.example",
    options: { email: needed("EMAIL", "The user's email address.") },
    run: async (config, options) => (await users()).userResetSecondFactor(config, options),
  },
];
