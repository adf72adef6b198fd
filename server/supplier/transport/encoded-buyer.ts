// Removes the buyer's name and e-mail address from a text where they are encoded: base64, base64url, with and without padding, or
// percent-encoding. The whole run of characters around a match is removed.

/** What stands in place of removed text. */
const redactionMark = '[…]';
/** Matches a run that could be base64 or base64url. Shorter runs are ignored because they hold five characters at most. */
const base64Run = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
/** Matches a part of a run that could be base64 by itself. */
const pieceOfRun = /[A-Za-z0-9+]{8,}/g;
/** Matches a run without blanks, quotes and angle brackets, which may have percent-encoding. */
const wordRun = /[^\s"'<>]+/g;
const percentCode = /%[0-9a-f]{2}/i;
/** Encoded forms that are shorter are not searched, because they would match ordinary words. */
const minNeedleLength = 6;
/** How many more times a decoded text is searched for encoded text. */
const maxDecodings = 3;

/**
 * Removes encoded text that contains the buyer.
 * @param buyer name and e-mail address.
 * @param tellsOfBuyer whether a decoded text contains the buyer. Encoded text whose case was changed cannot be decoded, so the encoded
 * forms of `buyer` are also searched without case.
 */
export function withoutEncodedBuyer(
  text: string,
  buyer: readonly string[],
  tellsOfBuyer: (decoded: string) => boolean,
): string {
  const needles = buyer.flatMap(toNeedles);
  const tells = (decoded: string | null, depth: number): boolean =>
    decoded !== null &&
    (tellsOfBuyer(decoded) || (depth < maxDecodings && hasRedaction(redact(decoded, depth + 1), decoded)));
  const redact = (from: string, depth: number): string =>
    from
      .replace(wordRun, (run) => (percentCode.test(run) && tells(decodePercent(run), depth) ? redactionMark : run))
      .replace(base64Run, (run) => (containsNeedle(run, needles) || holdsText(run, depth) ? redactionMark : run));
  const holdsText = (run: string, depth: number): boolean =>
    [run, ...(run.match(pieceOfRun) ?? [])].some((piece) => tells(decodeBase64(piece), depth));
  return redact(text, 0);
}

/** Whether something was removed. */
const hasRedaction = (kept: string, text: string): boolean => kept !== text;

/** Whether the run contains an encoded form of the buyer, in any case. */
function containsNeedle(run: string, needles: readonly string[]): boolean {
  const plain = foldBase64(run);
  return needles.some((needle) => plain.includes(needle));
}

/** The base64 characters that a text produces whatever surrounds it, one form for each of the three byte offsets. */
function toNeedles(secret: string): readonly string[] {
  const spellings = [...new Set([secret, secret.toLowerCase(), secret.toUpperCase()])];
  const forms = spellings.flatMap((spelling) => [0, 1, 2].map((offset) => base64AtOffset(spelling, offset)));
  return [...new Set(forms.map(foldBase64))].filter((form) => form.length >= minNeedleLength);
}

/** The characters that encode only this text when it begins at this byte of a group of three. */
function base64AtOffset(secret: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret, 'utf8')]);
  const encoded = bytes.toString('base64').replaceAll('=', '');
  const mixedAtStart = offset === 0 ? 0 : offset + 1;
  const mixedAtEnd = bytes.length % 3 === 0 ? 0 : 1;
  return encoded.slice(mixedAtStart, encoded.length - mixedAtEnd);
}

/** The same form for base64 and base64url, in lower case. */
const foldBase64 = (encoded: string): string => encoded.replaceAll('-', '+').replaceAll('_', '/').toLowerCase();

const utf8 = new TextDecoder('utf-8', {fatal: true});

/** The decoded text; null if the bytes are not readable text, as for nearly every word that only looks like base64. */
function decodeBase64(run: string): string | null {
  return decodeUtf8(Buffer.from(run.replaceAll('-', '+').replaceAll('_', '/'), 'base64'));
}

/** Decodes the percent-encoded parts of a run. */
function decodePercent(run: string): string {
  return run.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** The text; null if the bytes are not UTF-8 or contain control characters. */
function decodeUtf8(bytes: Buffer): string | null {
  try {
    const text = utf8.decode(bytes);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
