// Structured log. Ids only: whoever logs passes ids and counts, and what slips through by name is cut out here.
import pino from 'pino';

export type Log = pino.Logger;

const secretNames = [
  'authorization',
  'accessToken',
  'refreshToken',
  'access_token',
  'refresh_token',
  'key',
  'apiSecret',
  'hmac',
  'email',
  'phone',
  'name',
  'address',
  'address1',
  'address2',
  'customer_email',
  'customer_name',
  'checkoutUrl',
  'checkout_url',
  'body',
  'headers',
];

export function createLog(level: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[cut]'},
      serializers: {err: toLoggedError},
    },
    destination ?? pino.destination({dest: 2, sync: true}),
  );
}

/** What a log may say of an error: class, sentence, code, where; never the objects that hang on it. */
function toLoggedError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {message: String(error)};
  const code = 'code' in error && typeof error.code === 'string' ? {code: error.code} : {};
  const cause = error.cause instanceof Error ? {cause: toLoggedError(error.cause)} : {};
  return {type: error.name, message: error.message, ...code, ...cause, stack: error.stack};
}
