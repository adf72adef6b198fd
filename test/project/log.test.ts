// The log carries ids: what is personal or secret and passed under its name is cut, however deep it hangs.
import {Writable} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {Failure} from '#domain/failure.ts';
import {createLog} from '../../server/log.ts';
import {shopifyFailure} from '../../server/shopify/client/transport.ts';
import {toLogCodes, toMerchantSentence, toRefused} from '../../server/shopify/client/user-errors.ts';

const seeded = 'SEEDED-7f3a';

/** Everything one call wrote, as text and as JSON. */
function written(write: (log: ReturnType<typeof createLog>) => void, level = 'trace') {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  write(createLog(level, stream));
  const text = chunks.join('');
  const lines: Record<string, unknown>[] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return {text, lines};
}

const names = `
  authorization accessToken access_token refreshToken refresh_token id_token sessionToken token key apiKey
  apiSecret secret password hmac cookie set-cookie catalogueKey dropshipKey email customerEmail customer_email
  phone name customerName customer_name firstName last_name address address1 address2 shippingAddress
  billing_address city zip company customer checkoutUrl checkout_url body rawBody headers Authorization Email
`
  .trim()
  .split(/\s+/);

describe.each(names)('%s', (name) => {
  test.each<[string, object]>([
    ['at the top', {[name]: seeded}],
    ['in an object', {order: {[name]: seeded}}],
    ['four deep', {a: {b: {c: {d: {[name]: seeded}}}}}],
    ['in a list', {orders: [{lines: [{[name]: seeded}]}]}],
    ['with more inside', {[name]: {first: seeded, more: [seeded]}}],
    ['on what hangs on an error', {err: Object.assign(new Error('It broke.'), {request: {[name]: seeded}})}],
  ])('is cut %s', (_where, fields) => {
    const {text, lines} = written((log) => log.info({shop: 'my-store.myshopify.com', ...fields}, 'said'));
    expect(text).not.toContain(seeded);
    expect(lines).toMatchObject([{shop: 'my-store.myshopify.com', msg: 'said'}]);
  });
});

test.each(['apiSecret', 'api_secret', 'key', 'email', 'customer_name', 'checkoutUrl', 'shipping_address'])(
  '%s is cut where a child log carries it',
  (name) => {
    const {text} = written((log) => log.child({[name]: seeded, run: 'R-1'}).info('said'));
    expect(text).not.toContain(seeded);
    expect(text).toContain('R-1');
  },
);

test('ids, counts and times are kept', () => {
  const fields = {
    shop: 'my-store.myshopify.com',
    run: '3b241101',
    reference: 'my-store-1042-7-1',
    counts: {articles: 7, writes: 0},
    at: new Date('2026-03-02T12:00:00Z'),
    eventKey: 'e-1',
    states: ['waiting', null, true],
  };
  const {lines} = written((log) => log.info(fields, 'said'));
  expect(lines).toMatchObject([{...fields, at: '2026-03-02T12:00:00.000Z'}]);
});

describe('what Shopify says', () => {
  test.each([
    [`USER_ERRORS, INVALID: ${seeded}`, 'Shopify, productSet: refused: USER_ERRORS, INVALID.'],
    [`Title ${seeded} is taken (title)`, 'Shopify, productSet: refused: [text of Shopify].'],
  ])('is cut to its codes, also in a cause: %s', (said, message) => {
    const failure = shopifyFailure('productSet', `refused: ${said}`, {
      kind: 'refused',
      sent: true,
      status: 200,
      remoteMessage: said,
    });
    const {text, lines} = written((log) => log.warn({err: new Error('It broke.', {cause: failure})}, 'said'));
    expect(text).not.toContain(seeded);
    expect(lines).toMatchObject([{err: {cause: {message}}}]);
  });

  test('in user errors is told to the merchant, and to the log as codes and fields', () => {
    const refusal = toRefused([
      {code: 'INVALID', field: 'input.tags', message: `Tag ${seeded} is too long`},
      {code: null, field: null, message: seeded},
    ]);
    expect(toMerchantSentence(refusal)).toContain(seeded);
    expect(toLogCodes(refusal)).toEqual(['INVALID (input.tags)', 'NO_CODE']);
  });
});

describe('an error', () => {
  const failure = () =>
    new Failure('The supplier does not answer.', {
      remote: 'supplier',
      kind: 'unavailable',
      sent: true,
      remoteMessage: seeded,
      cause: Object.assign(new Error('socket hang up', {cause: seeded}), {code: 'ECONNRESET', request: {body: seeded}}),
    });

  test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
    ['under err', (log) => log.warn({err: failure()}, 'failed')],
    ['under any other name', (log) => log.warn({trouble: failure()}, 'failed')],
    ['inside something', (log) => log.warn({attempt: {trouble: [failure()]}}, 'failed')],
    ['by itself', (log) => log.warn(failure())],
  ])('%s is logged without what hangs on it', (_where, write) => {
    const {text} = written(write);
    expect(text).not.toContain(seeded);
    expect(text).toContain('The supplier does not answer.');
    expect(text).toContain('socket hang up');
    expect(text).toContain('ECONNRESET');
  });

  test('has class, sentence, code, place and cause', () => {
    const {lines} = written((log) => log.error({err: failure()}, 'failed'));
    expect(lines).toEqual([
      {
        level: 50,
        time: expect.any(String),
        msg: 'failed',
        err: {
          type: 'Failure',
          message: 'The supplier does not answer.',
          cause: {type: 'Error', message: 'socket hang up', code: 'ECONNRESET', stack: expect.stringContaining('at ')},
          stack: expect.stringContaining('log.test.ts'),
        },
      },
    ]);
  });

  test('with a message of many pages is cut short, in its stack as well', () => {
    const {text} = written((log) => log.error({err: new Error('x'.repeat(500_000))}, 'failed'));
    expect(text.length).toBeLessThan(10_000);
  });

  test('that is its own cause ends', () => {
    const error = new Error('round');
    error.cause = error;
    expect(written((log) => log.error({err: error}, 'failed')).lines).toHaveLength(1);
  });

  test('that is no error is at least named', () => {
    expect(written((log) => log.error({err: 'a text'}, 'failed')).lines).toMatchObject([{err: 'a text'}]);
  });
});

test.each<[string, unknown]>([
  ['bytes', Buffer.from(seeded)],
  ['a long text', `${'x'.repeat(5_000)}${seeded}`],
  ['a map', new Map([[seeded, seeded]])],
  ['a function', () => seeded],
])('%s is not written out', (_what, value) => {
  const {text, lines} = written((log) => log.info({value}, 'said'));
  expect(text).not.toContain(seeded);
  expect(lines).toMatchObject([{msg: 'said'}]);
});

test('what refers to itself ends', () => {
  const round: Record<string, unknown> = {shop: 'my-store.myshopify.com'};
  round['again'] = round;
  expect(written((log) => log.info(round, 'said')).lines).toMatchObject([{shop: 'my-store.myshopify.com'}]);
});

test('what is under the level is not written', () => {
  expect(written((log) => log.debug({shop: 'x'}, 'said'), 'info').text).toBe('');
});
