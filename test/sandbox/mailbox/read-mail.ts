// Reads a received mail as far as the app's mails need it: unfolded headers, and one text part.

export type ReceivedMail = {
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  readonly subject: string;
  /** The headers by their names in small letters; of several with one name the last. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** As it came. */
  readonly source: string;
  readonly receivedAt: Date;
};

export function readMail(source: string, to: readonly string[], receivedAt: Date): ReceivedMail {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = source.slice(end + 4);
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  return {
    to,
    subject: decodeWords(headers['subject'] ?? ''),
    headers,
    text: (encoding === 'quoted-printable' ? decodeQuoted(body) : encoding === 'base64' ? decodeBase64(body) : body)
      .replaceAll('\r\n', '\n')
      .trimEnd(),
    source,
    receivedAt,
  };
}

/** Encoded words of a header: https://www.rfc-editor.org/rfc/rfc2047 */
const decodeWords = (header: string): string =>
  header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? decodeBase64(text) : decodeQuoted(text.replaceAll('_', ' ')),
    );

const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');

/** Quoted-printable text, which is ASCII throughout. */
function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
