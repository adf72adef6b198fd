// Removes the buyer's encoded name and e-mail address: base64 and base64url, with and without padding, and percent-encoding. A hit
// removes the whole run of characters around it.

const mark = '[…]';
/** A run that could be base64 or base64url. Shorter ones hold five characters at most. */
const base64Run = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
const pieceOfRun = /[A-Za-z0-9+]{8,}/g;
const wordRun = /[^\s"'<>]+/g;
const percentCode = /%[0-9a-f]{2}/i;
/** Shorter needles would match ordinary words. */
const shortestNeedle = 6;
/** How many more levels are decoded inside a text that was already decoded once. */
const deepest = 3;

/**
 * `tellsOfBuyer` decides about decoded text. Encoded text whose case was changed cannot be decoded: there the encoded forms of `buyer`
 * are compared without case.
 */
export function withoutEncodedBuyer(
  text: string,
  buyer: readonly string[],
  tellsOfBuyer: (decoded: string) => boolean,
): string {
  const needles = buyer.flatMap(toNeedles);
  const tells = (decoded: string | null, depth: number): boolean =>
    decoded !== null && (tellsOfBuyer(decoded) || (depth < deepest && isCut(cut(decoded, depth + 1), decoded)));
  const cut = (from: string, depth: number): string =>
    from
      .replace(wordRun, (run) => (percentCode.test(run) && tells(decodePercent(run), depth) ? mark : run))
      .replace(base64Run, (run) => (holdsNeedle(run, needles) || holdsText(run, depth) ? mark : run));
  const holdsText = (run: string, depth: number): boolean =>
    [run, ...(run.match(pieceOfRun) ?? [])].some((piece) => tells(decodeBase64(piece), depth));
  return cut(text, 0);
}

const isCut = (kept: string, text: string): boolean => kept !== text;

function holdsNeedle(run: string, needles: readonly string[]): boolean {
  const plain = withoutCase(run);
  return needles.some((needle) => plain.includes(needle));
}

/** The base64 characters that a text always produces, whatever surrounds it: one form for each of three offsets. */
function toNeedles(secret: string): readonly string[] {
  const spellings = [...new Set([secret, secret.toLowerCase(), secret.toUpperCase()])];
  const forms = spellings.flatMap((spelling) => [0, 1, 2].map((offset) => atOffset(spelling, offset)));
  return [...new Set(forms.map(withoutCase))].filter((form) => form.length >= shortestNeedle);
}

function atOffset(secret: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret, 'utf8')]);
  const encoded = bytes.toString('base64').replaceAll('=', '');
  const mixedAtStart = offset === 0 ? 0 : offset + 1;
  const mixedAtEnd = bytes.length % 3 === 0 ? 0 : 1;
  return encoded.slice(mixedAtStart, encoded.length - mixedAtEnd);
}

const withoutCase = (encoded: string): string => encoded.replaceAll('-', '+').replaceAll('_', '/').toLowerCase();

const utf8 = new TextDecoder('utf-8', {fatal: true});

/** Null if the bytes are no readable text: nearly every word that only looks like base64. */
function decodeBase64(run: string): string | null {
  return decodeUtf8(Buffer.from(run.replaceAll('-', '+').replaceAll('_', '/'), 'base64'));
}

function decodePercent(run: string): string {
  return run.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'));
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    const text = utf8.decode(bytes);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
