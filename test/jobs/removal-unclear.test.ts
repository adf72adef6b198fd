// A webhook says that the app was removed, and Shopify cannot be asked with a token that works: then nothing is erased.
import {randomBytes} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {placeOfSession} from '../../server/db/secrets/sessions.ts';
import {loadShop} from '../../server/db/shops/shops.ts';
import {createSealer} from '../../server/sealing.ts';
import {quickestEngine} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('the app was removed, says a webhook, and Shopify does not confirm it', () => {
  let app: OrderTestApp;
  let unpaid: string;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {shopify: {shops: [{domain: 'doubted.myshopify.com', plan: 'plus'}]}});
    unpaid = app.buy().id;
    await app.quiet();
  });
  afterAll(() => app.close());

  const known = () => loadShop(app.worker.db, app.shop);
  const sessions = () => app.worker.db.selectFrom('sessions').selectAll().where('shop', '=', app.shop).execute();
  let announced = 0;
  const announce = async (topic: string): Promise<void> => {
    announced += 1;
    // An equal body would share the row of the request before it, which waits for its next day.
    const body =
      topic === 'shop/redact' ? {shop_id: announced} : {id: 1, myshopify_domain: app.shop, plan_name: `${announced}`};
    app.shopify.webhooks.deliver(topic, app.shop, body);
    await app.quiet();
  };
  const nothingErased = async (): Promise<void> => {
    expect(await known()).toMatchObject({dropshipKeyState: 'accepted', catalogueKeyState: 'accepted'});
    expect(await app.row(unpaid)).toMatchObject({state: 'awaiting_payment', checkout_url: expect.any(String)});
  };
  /** The merchant opens the app, and what is bought then is sent. */
  const goesOn = async (): Promise<void> => {
    app.clock.turn(10 * minute);
    await app.merchant.overview();
    // The page does not wait for the question to Shopify.
    await expect.poll(async () => (await known())?.state).toBe('installed');
    const bought = app.buy();
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment'});
  };

  /** Each begins with a token that works, and returns what makes that true again where opening the app is not enough. */
  const unclear: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
    async 'an unreadable token'() {
      const [session] = await sessions();
      if (session === undefined) throw new Error('the store has no token');
      const other = createSealer([{kid: 'other', key: randomBytes(32)}]);
      const write = (sealed: string) =>
        app.worker.db.updateTable('sessions').set({payload_sealed: sealed}).where('id', '=', session.id).execute();
      await write(other.seal('[]', placeOfSession(session)));
      return () => write(session.payload_sealed);
    },
    async 'a missing token'() {
      await app.worker.db.deleteFrom('sessions').where('shop', '=', app.shop).execute();
      return async () => {};
    },
    async 'a token that Shopify accepted last 27 hours ago'() {
      app.clock.turn(27 * hour);
      app.store.revokeTokens();
      return async () => {};
    },
    async 'a token that ended, and whose renewal is refused'() {
      app.clock.turn(2 * hour);
      const end = app.shopify.misbehave({fault: 'oauthError', status: 401, error: 'invalid_request'});
      return async () => end();
    },
    async 'an answer 403'() {
      const end = app.shopify.misbehave({fault: 'status', status: 403, when: ({kind}) => kind !== 'token'});
      return async () => end();
    },
    async 'an answer 403 to the renewal of the token'() {
      app.clock.turn(2 * hour);
      const end = app.shopify.misbehave({fault: 'status', status: 403, when: ({kind}) => kind === 'token'});
      return async () => end();
    },
    async 'a token that is refused, and an answer 403 to its renewal'() {
      const end = [
        app.shopify.misbehave({fault: 'unauthorised'}),
        app.shopify.misbehave({fault: 'status', status: 403, when: ({kind}) => kind === 'token'}),
      ];
      return async () => end.forEach((undo) => undo());
    },
    async 'an answer 404'() {
      const end = app.shopify.misbehave({fault: 'status', status: 404});
      return async () => end();
    },
  };
  const cases = Object.keys(unclear).flatMap((title) =>
    ['app/uninstalled', 'shop/redact'].map((topic) => [title, topic] as const),
  );

  it.each(cases)(
    '%s, %s: sending stops, nothing is erased, and it goes on once the app is opened',
    async (title, topic) => {
      const mend = await unclear[title]?.();
      await announce(topic);
      expect(await known()).toMatchObject({state: 'stopped'});
      await nothingErased();
      await mend?.();
      await goesOn();
      await nothingErased();
    },
  );

  it('and none of these erases anything later, now that Shopify accepted a token since', async () => {
    app.clock.turn(22 * day);
    await app.upkeep('sweep-deliveries', 'ask-stopped');
    expect(await known()).toMatchObject({state: 'installed'});
    await nothingErased();
  });
});
