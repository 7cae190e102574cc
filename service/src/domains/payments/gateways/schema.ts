import { gatewayChoices } from "../../../contract/access.ts";
import { nullable, Timestamp, text, words } from "../../../platform/values/schema.ts";
import * as Type from "../../../platform/values/typebox.ts";

/** The company's gateway settings, without the account's secrets. */
export const GatewaySettings = Type.Object(
  {
    choice: nullable(words(gatewayChoices, { description: "null: not configured yet." })),
    in_use: words(gatewayChoices),
    title: nullable(Type.String({ description: "Display name." })),
    configured: Type.Boolean({ description: "Whether buyers can pay." }),
    base_url: nullable(Type.String({ description: "Only if it differs from the gateway's own." })),
    set_at: nullable(Timestamp),
    choices: Type.Array(
      Type.Object({
        name: words(gatewayChoices),
        title: Type.String(),
        needs_secret_key: Type.Boolean(),
        needs_webhook_secret: Type.Boolean(),
        notification_url: nullable(
          Type.String({ description: "The URL to enter as webhook URL at the gateway." }),
        ),
      }),
    ),
  },
  { title: "GatewaySettings" },
);

export const GatewayChange = Type.Object(
  {
    gateway: words(gatewayChoices),
    secret_key: Type.Optional(text(500, { description: "For Paystack and Stripe: sk_live_… or sk_test_…" })),
    webhook_secret: Type.Optional(text(500, { description: "For Stripe: whsec_…" })),
    base_url: Type.Optional(text(500, { description: "Only if it differs from the gateway's own." })),
  },
  { title: "GatewayChange" },
);
export type GatewayChange = Type.Static<typeof GatewayChange>;

export const gatewayExample = {
  choice: "paystack",
  in_use: "paystack",
  title: "Paystack",
  configured: true,
  base_url: null,
  set_at: "2026-11-15T09:30:00.000Z",
  choices: [
    {
      name: "paystack",
      title: "Paystack",
      needs_secret_key: true,
      needs_webhook_secret: false,
      notification_url: "https://pay.example/paystack/webhook",
    },
    {
      name: "none",
      title: "None",
      needs_secret_key: false,
      needs_webhook_secret: false,
      notification_url: null,
    },
  ],
};
