import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OutboxSetup, startOutbox } from "./outbox.fixture.ts";
import { readBounce, recordBounce } from "./service.ts";
import { sendDueMails } from "./worker.ts";

const messageId = "<q8Zk2VYpXw@billfold.example>";

/** As Postfix writes it; other servers differ in order, case and folding. */
const report = (changes: { action?: string; recipient?: string; id?: string } = {}) =>
  `Return-Path: <>
Date: Wed, 18 Nov 2026 10:00:00 +0000 (UTC)
From: MAILER-DAEMON@mail.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: billing@billfold.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F1C2.1763460000/mail.example.com"
Message-Id: <20261118100000.4F1C2@mail.example.com>

This is a MIME-encapsulated message.

--4F1C2.1763460000/mail.example.com
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. Action: none of yours.

--4F1C2.1763460000/mail.example.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com
Arrival-Date: Wed, 18 Nov 2026 09:59:58 +0000 (UTC)

Final-Recipient: rfc822; ${changes.recipient ?? "ada@example.com"}
Action: ${changes.action ?? "failed"}
Status: 5.1.1
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 5.1.1 <${changes.recipient ?? "ada@example.com"}>: Recipient address
    rejected: User unknown

--4F1C2.1763460000/mail.example.com
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: Lagos Works Ltd <billing@billfold.example>
To: ada@example.com
Subject: Invoice INV-000001
Message-ID: ${changes.id ?? messageId}

Here is your invoice.
`.replaceAll("\n", "\r\n");

describe("a report about a mail", () => {
  test("names the mail that it returns, not itself, and says why", () => {
    expect(readBounce(report())).toEqual({
      messageId,
      isFinal: true,
      recipient: "ada@example.com",
      reason: "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown",
    });
  });

  test("with other line ends, cases and only the headers of the mail is read too", () => {
    const other = report()
      .replaceAll("\r\n", "\n")
      .replace(
        "Content-Type: message/delivery-status",
        "content-type: message/delivery-status; charset=utf-8",
      )
      .replace("Content-Type: message/rfc822", "Content-Type: text/rfc822-headers")
      .replace("Message-ID:", "message-id:")
      .replace("Diagnostic-Code", "X-Other");
    expect(readBounce(other)).toMatchObject({ messageId, isFinal: true, reason: "5.1.1" });
  });

  test("that it is late, or has arrived, is no failure", () => {
    for (const action of ["delayed", "delivered", "relayed"]) {
      expect(readBounce(report({ action }))).toMatchObject({ isFinal: false });
    }
  });

  test("is told from other messages, however long or broken they are", () => {
    const others = [
      "",
      "Subject: Out of office\r\nMessage-ID: <x@y>\r\n\r\nAction: failed\r\n",
      report().slice(0, report().indexOf("Content-Description: Undelivered")),
      " ".repeat(3_000_000),
      "Content-Type: message/delivery-status\n".repeat(50_000),
    ];
    expect(others.map(readBounce)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});

describe("a mail that came back", () => {
  let setup: OutboxSetup;
  beforeAll(async () => {
    setup = await startOutbox();
  });
  afterAll(() => setup.close());

  async function sentInvoice(more: object = {}) {
    const company = await setup.service.company({ profile: { email: "books@works.example" } });
    const to = `buyer-${company.id}@example.com`;
    const draft = await company.draft();
    await company.call(`POST /invoices/${draft.id}/send`, { body: { to, issue: true, ...more } });
    await sendDueMails(setup.service.context);
    const about = `invoice/${draft.id}`;
    const shown = async () => (await company.call(`GET /mails?about=${about}`)).body.mails[0];
    const failures = async () =>
      (await company.call("GET /events?type=mail.failed")).body.events.map(
        (event: { data: { object: { about: string } } }) => event.data.object.about,
      );
    const { message_id } = await setup.stored(to);
    return {
      to,
      about,
      shown,
      failures,
      bounce: (recipient: string) => readBounce(report({ id: message_id, recipient }))!,
    };
  }

  test("has failed with the reason, and its company gets one event", async () => {
    const { to, about, shown, failures, bounce } = await sentInvoice();
    expect(await shown()).toMatchObject({ status: "sent", last_error: null });
    await recordBounce(setup.service.context, bounce(to.toUpperCase()));
    expect(await shown()).toMatchObject({
      status: "failed",
      last_error: expect.stringMatching(/^The mail came back: 550 5\.1\.1 .*User unknown$/),
      sent_at: null,
    });
    expect(await failures()).toEqual([about]);
    await expect(recordBounce(setup.service.context, bounce(to))).rejects.toThrow("came back already");
    expect(await failures()).toEqual([about]);
  });

  test("from somebody who gets a copy stays sent, and says whose copy it was", async () => {
    const { shown, failures, bounce } = await sentInvoice({ cc: "copy@example.com" });
    await recordBounce(setup.service.context, bounce("copy@example.com"));
    expect(await shown()).toMatchObject({
      status: "sent",
      last_error: expect.stringMatching(/^The copy to copy@example\.com came back: 550/),
    });
    expect(await failures()).toEqual([]);
  });

  test("is found by the Message-ID of one that was sent, and by nothing else", async () => {
    const { shown } = await sentInvoice();
    const unknown = readBounce(report({ id: "<nobody@billfold.example>" }))!;
    await expect(recordBounce(setup.service.context, unknown)).rejects.toThrow(
      "No mail with the Message-ID <nobody@billfold.example> is recorded as sent",
    );
    expect(await shown()).toMatchObject({ status: "sent" });
  });
});
