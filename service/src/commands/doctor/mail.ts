import { maskCredentials } from "../../platform/security/mask-credentials.ts";
import { within } from "./bounded.ts";
import type { DoctorContext } from "./doctor-context.ts";
import { type Finding, ok, problem } from "./finding.ts";

const waitMaxMs = 5_000;

const readers = {
  everybody: "everybody who reaches the site (BILLFOLD_MAIL_PAGE=1), and they hold links that set passwords",
  this_machine: "this machine, and operators who are signed in",
  nobody: "operators who are signed in",
} as const;

const keptMail = ({ siteUrl, mailPage }: DoctorContext["config"]) =>
  ok("mail", `kept instead of being sent; ${siteUrl}/mail shows it to ${readers[mailPage]}`);

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
    return [ok("mail", `${host} answers and takes the login`)];
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
          `${host} does not take the login (${responseCode ?? "refused"})`,
          "Correct user and password in BILLFOLD_SMTP_URL; special characters must be written as %XX.",
        ),
      ];
    }
    const why = maskCredentials(message);
    return [
      problem(
        "mail",
        `${host} can't be used (${why})`,
        "Check host and port in BILLFOLD_SMTP_URL (smtps:// is for port 465), and whether this machine may call out on it.",
      ),
    ];
  } finally {
    transport.close();
  }
}
