// Sends one mail over one connection to the SMTP server, within a time limit for the whole of it. Every outcome is a value. A mail whose
// text was on its way when the connection died may have been taken: that outcome is `unknown`, and such a mail is never sent again.
import {Readable} from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type {MailOutcome} from '#domain/mail/mail-outcome.ts';
import {cleanLine} from '#domain/text.ts';
import {withoutSecrets} from '#domain/words/without-secrets.ts';
import {createRests, type Rests, type TryEnd} from './rests.ts';
import type {MailSender, SmtpServer} from './smtp-server.ts';

/** A mail to one address. */
export type OutgoingMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for the same event of the same day, so that a mailbox can drop a second copy. Letters, digits, - and _. */
  readonly id: string;
  /** The address where a POST ends the mails: https://www.rfc-editor.org/rfc/rfc8058 */
  readonly unsubscribeUrl: string;
};

export type Mailer = {
  readonly send: (mail: OutgoingMail) => Promise<MailOutcome>;
  /** What is left alone for a while, so that no mail should be claimed for it: the server, or this address; null: neither. */
  readonly restOf: Rests['restOf'];
};

type MailerOptions = {
  readonly server: SmtpServer;
  readonly from: MailSender;
  /** The app's public URL, whose host the ids of the mails carry. */
  readonly host: string;
  readonly now: () => Date;
  /** Milliseconds for one mail; left out: `mailLimitMs`. */
  readonly limitMs?: number;
};

/** Milliseconds for one mail, from the connection to the server's last answer. */
const mailLimitMs = 20_000;
/** How long a server's own words are kept. */
const saidLength = 200;

/** Creates the mailer. It connects for each mail. */
export function createMailer({server, from, host, now, limitMs = mailLimitMs}: MailerOptions): Mailer {
  const rests = createRests(now);
  return {
    restOf: rests.restOf,
    async send(mail) {
      const message = await compose(mail, from, host, now());
      if (!rests.begin(mail.to)) return {kind: 'unreachable', said: 'The mail server did not answer a moment ago.'};
      const {outcome, end} = await deliver(server, {from: from.address, to: mail.to, message}, limitMs);
      rests.end(mail.to, end);
      return outcome;
    },
  };
}

/** The whole message. Nodemailer encodes each header, so that a line break in a value stays in it. */
function compose({to, subject, text, id, unsubscribeUrl}: OutgoingMail, from: MailSender, host: string, date: Date) {
  return new MailComposer({
    from,
    to: {name: '', address: to},
    subject: cleanLine(subject, 200),
    text,
    date,
    messageId: `<${id}@${new URL(host).hostname}>`,
    headers: {
      'List-Unsubscribe': {prepared: true, value: `<${unsubscribeUrl}>`},
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: '\r\n',
  })
    .compile()
    .build();
}

type Delivery = {readonly outcome: MailOutcome; readonly end: TryEnd};

type Envelope = {readonly from: string; readonly to: string; readonly message: Buffer};

/** Delivers the message. Never rejects; ends within `limitMs`. */
function deliver(server: SmtpServer, {from, to, message}: Envelope, limitMs: number): Promise<Delivery> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'plain',
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
  });
  const {promise, resolve} = Promise.withResolvers<Delivery>();
  // The order counts: a session first, then its envelope, then the text.
  let phase: 'connecting' | 'envelope' | 'text' = 'connecting';
  const end = (delivery: Delivery) => {
    clearTimeout(timer);
    resolve(delivery);
    if (delivery.outcome.kind === 'sent') connection.quit();
    else connection.close();
  };
  const fail = (error: Error) => end(toDelivery(error, phase));
  const timer = setTimeout(() => fail(new Error(`no end within ${limitMs / 1_000} seconds`)), limitMs);
  connection.on('error', fail);
  connection.once('end', () => fail(new Error('the connection was closed')));
  // The library reads the text only after the server has asked for it (354).
  const text = new Readable({
    read() {
      phase = 'text';
      this.push(message);
      this.push(null);
    },
  });
  const send = () => {
    phase = 'envelope';
    connection.send({from, to: [to]}, text, (error) =>
      error ? fail(error) : end({outcome: {kind: 'sent'}, end: 'answered'}),
    );
  };
  connection.connect((error) => {
    if (error) fail(error);
    else if (server.auth === null) send();
    else
      connection.login({user: server.auth.user, pass: server.auth.pass}, (refused) =>
        refused ? fail(refused) : send(),
      );
  });
  return promise;
}

/** Reads an error of the library: what the server answered, to which command, and how far the mail was. */
function toDelivery(
  error: Error & {code?: unknown; responseCode?: unknown; command?: unknown},
  phase: 'connecting' | 'envelope' | 'text',
): Delivery {
  // Servers repeat the address, which is stored sealed only.
  const said = cleanLine(withoutSecrets(error.message), saidLength);
  const code = typeof error.responseCode === 'number' ? error.responseCode : null;
  if (phase === 'connecting') return {outcome: {kind: 'unreachable', said}, end: 'unreachable'};
  // The library itself refuses an envelope or a text.
  const isOwnRefusal = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (code === null && !isOwnRefusal)
    return {outcome: {kind: phase === 'text' ? 'unknown' : 'unreachable', said}, end: 'silent'};
  const isFinal = code !== null && code >= 500;
  if (isFinal && error.command === 'RCPT TO') return {outcome: {kind: 'address_refused', said}, end: 'answered'};
  return {outcome: {kind: 'not_sent', said, isFinal}, end: 'answered'};
}
