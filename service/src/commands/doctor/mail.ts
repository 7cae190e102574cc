import { maskCredentials } from "../../platform/security/mask-credentials.ts";
import { within } from "./bounded.ts";
import type { DoctorContext } from "./doctor-context.ts";
import { type Finding, ok, problem } from "./finding.ts";

const waitMaxMs = 5_000;

const readers = {
  everybody: "everyone who can reach the site (BILLFOLD_MAIL_PAGE=1), including links that set passwords",
  this_machine: "this machine and signed-in operators",
  nobody: "signed-in operators",
} as const;

const keptMail = ({ siteUrl, mailPage }: DoctorContext["config"]) =>
  ok("mail", `stored instead of sent; ${siteUrl}/mail shows it to ${readers[mailPage]}`);

/** Connects to the mail server and signs in; nothing is sent. */
export async function checkMail({ config }: DoctorContext): Promise<Finding[]> {
  const { smtpUrl, keeps } = config.mail;
  if (!smtpUrl) return keeps ? [keptMail(config)] : [];
  const { createTransport } = await import("nodemailer");
  const patience = { connectionTimeout: waitMaxMs, greetingTimeout: waitMaxMs, socketTimeout: waitMaxMs };
  const transport = createTransport({ url: smtpUrl, ...patience } as Parameters<typeof createTransport>[0]);
  const { host } = new URL(smtpUrl);
  try {
    await within(waitMaxMs, transport.verify());
    return [ok("mail", `${host} responds and accepts the login`)];
  } catch (error) {
    const { code, responseCode, message } = error as {
      code?: string;
      responseCode?: number;
      message: string;
    };
    if (code === "EAUTH") {
      return [
        problem(
          "mail",
          `${host} rejects the login (${responseCode ?? "refused"})`,
          "Correct user and password in BILLFOLD_SMTP_URL; special characters must be written as %XX.",
        ),
      ];
    }
    const why = maskCredentials(message);
    return [
      problem(
        "mail",
        `${host} can't be used (${why})`,
        "Check host and port in BILLFOLD_SMTP_URL (smtps:// is for port 465), and whether this machine may connect to it.",
      ),
    ];
  } finally {
    transport.close();
  }
}
