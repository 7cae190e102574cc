import { expect, test } from "vitest";
import { isOpenedByAPerson } from "./opened-by-a-person.ts";

const opens = (agent: string | undefined, more: { method?: string; headers?: object } = {}) =>
  isOpenedByAPerson({
    method: more.method ?? "GET",
    headers: { ...(agent !== undefined && { "user-agent": agent }), ...more.headers },
  });

const chrome = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile";

test.each([
  chrome,
  "Mozilla/5.0 (Linux; Android 8.0; CUBOT NOVA) AppleWebKit/537.36 Chrome/90.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1",
  "Opera/9.80 (J2ME/MIDP; Opera Mini/9.80/191.213; U; en) Presto/2.12.423 Version/12.16",
  "Mozilla/5.0 (Linux; Android 12) AppleWebKit/537.36 Chrome/99 [FBAN/EMA;FBLC/en_US]",
])("%s is a person's browser", (agent) => expect(opens(agent)).toBe(true));

test.each([
  undefined,
  "",
  "WhatsApp/2.23.20.0",
  "TelegramBot (like TwitterBot)",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Slack-ImgProxy (+https://api.slack.com/robots)",
  "facebookexternalhit/1.1",
  "meta-externalagent/1.1",
  "Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "Mozilla/5.0 (Macintosh) AppleWebKit/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0",
  "LinkedInBot/1.0",
  "Bytespider",
  "curl/8.5.0",
  "python-requests/2.32",
  "Go-http-client/2.0",
])("%s is a program", (agent) => expect(opens(agent)).toBe(false));

test("what a browser fetches ahead, and what is not a GET, is opened by nobody", () => {
  expect(opens(chrome, { headers: { "sec-purpose": "prefetch;prerender" } })).toBe(false);
  expect(opens(chrome, { method: "HEAD" })).toBe(false);
});
