import { connect, type PeerCertificate } from "node:tls";
import { type DoctorContext, hasFault } from "./doctor-context.ts";
import { counted, type Finding, note, ok, problem } from "./finding.ts";

const waitMaxMs = 4_000;
const daysOfGrace = 14;
const cure =
  "Renew it where TLS is terminated, most likely in your proxy (certbot renew, then reload nginx), and check why it was not renewed automatically.";

/** Checks the certificate that a proxy serves at the public addresses; our own is checked as a file. */
export async function checkPublicCertificates(doctorContext: DoctorContext): Promise<Finding[]> {
  const { baseUrl, siteUrl, tls } = doctorContext.config;
  if (tls || hasFault(doctorContext, "BILLFOLD_BASE_URL") || hasFault(doctorContext, "BILLFOLD_SITE_URL"))
    return [];
  const secure = [baseUrl, siteUrl]
    .map((url) => new URL(url))
    .filter(({ protocol }) => protocol === "https:");
  const hosts = new Map(secure.map((url) => [url.host, url]));
  const found = await Promise.all([...hosts.values()].map((url) => readCertificate(url)));
  return found.flatMap((seen) => (seen ? [findingOf(seen, doctorContext.clock.now())] : []));
}

type ServedCertificate = { host: string; certificate: PeerCertificate };

/** Undefined if the connection fails, which the check of the addresses reports. */
function readCertificate({ hostname, port, host }: URL): Promise<ServedCertificate | undefined> {
  return new Promise((resolve) => {
    const name = hostname.replace(/^\[|\]$/g, "");
    const end = (seen?: ServedCertificate) => {
      socket.destroy();
      resolve(seen);
    };
    // The check of the addresses verifies trust; this one reads the dates, even of an untrusted certificate.
    const socket = connect({
      host: name,
      port: Number(port || 443),
      servername: name,
      rejectUnauthorized: false,
    });
    socket.setTimeout(waitMaxMs, () => end());
    socket.once("error", () => end());
    socket.once("secureConnect", () => end({ host, certificate: socket.getPeerCertificate() }));
  });
}

function findingOf({ host, certificate }: ServedCertificate, now: Date): Finding {
  const ends = new Date(certificate.valid_to);
  const days = Math.floor((ends.getTime() - now.getTime()) / 86_400_000);
  const until = ends.toISOString().slice(0, 10);
  if (days < 0) return problem("certificate", `that of ${host} expired on ${until}: clients reject it`, cure);
  if (days < daysOfGrace)
    return note("certificate", `that of ${host} expires on ${until}, in ${counted(days, "day")}`, cure);
  return ok("certificate", `that of ${host} is valid until ${until}`);
}
