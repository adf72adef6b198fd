// Reads SMTP_URL and MAIL_FROM. Beyond this machine a connection is always encrypted: smtps from its beginning, smtp with STARTTLS.
import {isEmailAddress} from '#domain/orders/buyer-text.ts';

/** The SMTP server that takes the app's mails. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** `tls`: encrypted from the beginning; `starttls`: mails are refused unless STARTTLS succeeds; `plain`: only on this machine. */
  readonly security: 'tls' | 'starttls' | 'plain';
  readonly auth: {readonly user: string; readonly pass: string} | null;
};

/** Who the mails are from. `name`: empty: none. */
export type MailSender = {readonly name: string; readonly address: string};

/** @returns the server, or a sentence that says what is wrong with the address; it never repeats the address. */
export function readSmtpUrl(address: string): SmtpServer | string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    return 'must be a URL that begins with smtp:// or smtps://.';
  // Nodemailer would read options from a query, and some of them switch the check of certificates off.
  if (!['', '/'].includes(url.pathname) || url.search || url.hash)
    return 'must be a plain address without path, query or fragment.';
  const [user, pass] = [decodeOrNull(url.username), decodeOrNull(url.password)];
  if (user === null || pass === null) return 'has a user or a password that cannot be read; encode a % in it as %25.';
  if (user === '' && pass !== '') return 'has a password without a user: write smtps://user:password@host.';
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const security = url.protocol === 'smtps:' ? 'tls' : isLoopback ? 'plain' : 'starttls';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (security === 'tls' ? 465 : 587) : Number(url.port),
    security,
    auth: user === '' ? null : {user, pass},
  };
}

/** @returns the sender, from `name@host.example` or `Name <name@host.example>`; or a sentence that says what is wrong. */
export function readMailFrom(text: string): MailSender | string {
  const [, name = '', named = ''] = /^([^<>"\p{Cc}]{1,100})<([^<>]+)>$/u.exec(text) ?? [];
  const address = named === '' ? text : named;
  if (!isEmailAddress(address)) return 'must be an e-mail address, or "Name <address>".';
  return {name: name.trim(), address};
}

function decodeOrNull(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
