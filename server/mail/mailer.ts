// Sends one mail over one connection to the SMTP server, within a time limit for the whole of it. Every outcome is a value. A mail whose
// text was on its way when the connection died may have been taken: that outcome is `unknown`, and such a mail is never sent again.
import {Readable} from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type {MailOutcome} from '#domain/mail/mail-outcome.ts';
import {cleanLine} from '#domain/text.ts';
import {withoutSecrets} from '#domain/words/without-secrets.ts';
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
/** After the server could not be reached, no mail is tried for this many milliseconds, so that a server that hangs occupies no worker. */
const restMs = 60_000;
/** How long a server's own words are kept. */
const saidLength = 200;

/** Creates the mailer. It connects for each mail. */
export function createMailer({server, from, host, now, limitMs = mailLimitMs}: MailerOptions): Mailer {
  let restUntil = Number.NEGATIVE_INFINITY;
  return {
    async send(mail) {
      if (now().getTime() < restUntil)
        return {kind: 'not_sent', said: 'The mail server could not be reached a moment ago.', isFinal: false};
      const message = await compose(mail, from, host, now());
      const outcome = await deliver(server, {from: from.address, to: mail.to, message}, limitMs);
      if (outcome.kind === 'unreachable') restUntil = now().getTime() + restMs;
      return outcome.kind === 'unreachable' ? {kind: 'not_sent', said: outcome.said, isFinal: false} : outcome;
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

/** `unreachable`: no session with the server came about, so nothing was said about this mail. */
type Delivery = MailOutcome | {readonly kind: 'unreachable'; readonly said: string};

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
  const end = (outcome: Delivery) => {
    clearTimeout(timer);
    resolve(outcome);
    if (outcome.kind === 'sent') connection.quit();
    else connection.close();
  };
  const fail = (error: Error) => end(toOutcome(error, phase));
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
    connection.send({from, to: [to]}, text, (error) => (error ? fail(error) : end({kind: 'sent'})));
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
function toOutcome(
  error: Error & {responseCode?: unknown; command?: unknown},
  phase: 'connecting' | 'envelope' | 'text',
) {
  // Servers repeat the address, which is stored sealed only.
  const said = cleanLine(withoutSecrets(error.message), saidLength);
  const code = typeof error.responseCode === 'number' ? error.responseCode : null;
  if (phase === 'connecting') return {kind: 'unreachable', said} as const;
  if (code === null) return phase === 'text' ? ({kind: 'unknown', said} as const) : notSent(said, false);
  if (error.command === 'RCPT TO' && code >= 500) return {kind: 'address_refused', said} as const;
  return notSent(said, code >= 500);
}

const notSent = (said: string, isFinal: boolean) => ({kind: 'not_sent', said, isFinal}) as const;
