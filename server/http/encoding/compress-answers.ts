// Compresses the answers that are made for each request: JSON, the page, the figures of /metrics.
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import type {RequestHandler, Response} from 'express';
import PQueue from 'p-queue';
import {acceptedEncodings, type Encoding} from './accepted-encodings.ts';

/** Compressing smaller answers saves little. */
const thresholdBytes = 1024;
/**
 * Only `atOnce` answers are compressed at once, because a compressor takes a megabyte or more; while `waitAtMost` answers wait, further
 * ones are sent as they are.
 */
const [atOnce, waitAtMost] = [4, 32];

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    brotli(bytes, {
      params: {[constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length},
    }),
  gzip: (bytes) => zip(bytes),
};

/**
 * What `res.send` and `res.json` send is compressed if the browser accepts it. An answer marked `no-transform` stays as it is, and so does
 * one that is written piece by piece.
 *
 * BREACH (https://breachattack.com) reads a secret from compressed lengths. The attacker needs the victim's browser to send many
 * requests with the victim's credentials, and attacker's text in the same answer. Such requests are not possible here: the API uses
 * no cookies, only a token that the page adds, so no other site can send requests as a merchant. And no answer contains a supplier
 * key, an access token or a session token. The answer with a delivery address contains personal data in text that a stranger typed:
 * it is marked `no-transform`.
 */
export function compressAnswers(): RequestHandler {
  const queue = new PQueue({concurrency: atOnce});
  return (req, res, next) => {
    const send = res.send.bind(res);
    const [encoding] = acceptedEncodings(req.headers['accept-encoding']);
    res.send = (body: unknown) => {
      const bytes = toCompress(body, res);
      if (bytes === null) return send(body);
      res.vary('accept-encoding');
      if (encoding === undefined || req.method === 'HEAD' || queue.size >= waitAtMost) return send(body);
      queue.add(() => sendCompressed(res, encoding, bytes, send)).catch(() => res.destroy());
      return res;
    };
    next();
  };
}

/** The bytes to compress; null if the answer is not to be compressed. */
function toCompress(body: unknown, res: Response): Buffer | null {
  if (typeof body !== 'string' || !res.get('content-type') || res.get('content-encoding')) return null;
  if (/no-transform/.test(res.get('cache-control') ?? '') || body.length < thresholdBytes) return null;
  return Buffer.from(body);
}

/** Compresses the bytes and sends them, unless the client has disconnected or an answer has begun meanwhile. */
async function sendCompressed(
  res: Response,
  encoding: Encoding,
  bytes: Buffer,
  send: (body: Buffer) => Response,
): Promise<void> {
  if (res.destroyed) return;
  const compressed = await compressors[encoding](bytes);
  if (res.destroyed || res.headersSent) return;
  res.set('content-encoding', encoding);
  send(compressed);
}
