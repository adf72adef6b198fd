// Everything Shopify signs with the app's secret that is no webhook, posted as one. The headers beside a body are not signed,
// so whoever holds such a signature may name any store and any topic.
import {createHmac, randomUUID} from 'node:crypto';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {addressOfTopic, webhookTopics} from '../../server/shopify/auth/webhook-topics.ts';
import {signSessionToken} from '../sandbox/shopify/session-token.ts';
import {ask} from './asking.ts';
import {type BareApp, keys, openBareApp, shop} from './bare-app.ts';

const attacker = 'attacker.myshopify.com';

describe('a signature of Shopify over something else', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterEach(() => app.deps.db.deleteFrom('deliveries').execute());
  afterAll(() => app.close());

  /** As an attacker posts it: the signed text as the body, and in the headers whatever suits. */
  const forge = (topic: string, body: string, signature: Buffer) =>
    ask(`${app.url}${addressOfTopic(topic)}`, {
      method: 'POST',
      body,
      headers: {
        'x-shopify-topic': topic,
        'x-shopify-shop-domain': shop,
        'x-shopify-hmac-sha256': signature.toString('base64'),
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-event-id': randomUUID(),
        'x-shopify-triggered-at': new Date().toISOString(),
      },
    });
  const rows = () => app.deps.db.selectFrom('deliveries').select('topic').execute();

  it.each(webhookTopics)('a session token of another store is no webhook of %s', async (topic) => {
    const [head = '', payload = '', signature = ''] = signSessionToken(keys, attacker, Date.now()).split('.');
    const answer = await forge(topic, `${head}.${payload}`, Buffer.from(signature, 'base64url'));
    expect(answer).toMatchObject({status: 401, text: ''});
    expect(await rows()).toEqual([]);
  });

  it.each(webhookTopics)('the query of a launch of another store is no webhook of %s', async (topic) => {
    const {message, hmac} = signedQuery({shop: attacker, host: 'YWRtaW4', timestamp: '1795300000', embedded: '1'});
    expect(await forge(topic, message, Buffer.from(hmac, 'hex'))).toMatchObject({status: 401, text: ''});
    expect(await rows()).toEqual([]);
  });

  it.each(webhookTopics)(
    'nor is one to which its author added parameters that make it an object: %s',
    async (topic) => {
      // Parameters are signed in the order of their names, and a blank comes before every letter.
      const wanted = `{"shop_domain":"${shop}","orders_to_redact":[1],"customer":{"id":1},"x":"`;
      const query = {[` ${wanted}`]: '1', shop: attacker, timestamp: '1795300000', zz: '"}'};
      const {message, hmac} = signedQuery(query);
      expect(JSON.parse(message)).toMatchObject({shop_domain: shop});
      expect(await forge(topic, message, Buffer.from(hmac, 'hex'))).toMatchObject({status: 401, text: ''});
      expect(await rows()).toEqual([]);
    },
  );
});

/** https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant#step-1-verify-the-installation-request */
function signedQuery(query: Readonly<Record<string, string>>): {readonly message: string; readonly hmac: string} {
  const message = Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return {message, hmac: createHmac('sha256', keys.apiSecret).update(message).digest('hex')};
}
