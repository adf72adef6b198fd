// Which encodings a client accepts: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3

/** The encodings that the server makes, the one with the smaller answers first. */
const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * The encodings to try, by the client's weights, the highest first; equal weights in the order of `encodings`. Empty if the client prefers
 * an unencoded answer.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  const weights = new Map((header ?? '').split(',').map(readWeight));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const asItIs = weights.get('identity') ?? 0;
  return encodings
    .filter((encoding) => weightOf(encoding) > 0 && weightOf(encoding) >= asItIs)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
}

/** Name and weight of one entry of the header; a weight that cannot be read is 0. */
function readWeight(part: string): readonly [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  const read = Number(weight);
  return [name, weight !== '' && read >= 0 && read <= 1 ? read : 0];
}
