// "Check now": the supplier is asked about the keys that are stored.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {Connection} from '../../../server/http/contract/connection.ts';
import {type SupplierSandbox, startSupplier} from '../../sandbox/supplier/start.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {ordersOf} from '../orders/stored-order.ts';

describe('the keys that are stored, checked again', () => {
  let supplier: SupplierSandbox;
  let app: BareApp;
  beforeAll(async () => {
    supplier = await startSupplier({articles: 5});
    // How often a key may be checked is the matter of another test.
    app = await openBareApp({SUPPLIER_URL: supplier.url}, (deps) => ({
      ...deps,
      rateLimits: {...deps.rateLimits, keyChecks: () => Promise.resolve({kind: 'allowed'})},
    }));
  });
  beforeEach(async () => {
    await page('DELETE', '/connection/catalogue-key');
    await page('DELETE', '/connection/dropship-key');
  });
  afterAll(async () => {
    await app.close();
    await supplier.close();
  });

  const page = (method: string, path: string, body?: unknown) => pageOf(app)(method, path, body);
  const connection = async () => Connection.parse((await page('GET', '/connection')).json);
  const check = () => page('POST', '/connection/check');
  const connect = async () => {
    const keys = {
      catalogue: supplier.issueKey('catalogue', 'Boutique Nord'),
      dropship: supplier.issueKey('dropship'),
    };
    await page('PUT', '/connection/catalogue-key', {key: keys.catalogue});
    await page('PUT', '/connection/dropship-key', {key: keys.dropship});
    await app.deps.db.updateTable('shops').set({catalogue_answered_at: null, dropship_answered_at: null}).execute();
    await app.deps.db.deleteFrom('audit').execute();
    return keys;
  };
  const trail = async () => (await loadAudit(app.deps.db, shop)).map(({action, subject}) => `${action} ${subject}`);

  it('the keys that are stored are asked about, and when they answered is stored', async () => {
    await connect();
    const {catalogue, dropship} = Connection.parse((await check()).json);
    for (const {state, answeredAt} of [catalogue, dropship]) {
      expect(state).toBe('accepted');
      expect(answeredAt).not.toBeNull();
    }
    expect(catalogue.notes).toHaveLength(2);
    // Nothing changed, so there is no line about it.
    expect(await trail()).toEqual([]);
  });

  it('a revoked key is found refused; the other one is not touched', async () => {
    const {dropship: revoked} = await connect();
    supplier.revokeKey(revoked);
    const answer = Connection.parse((await check()).json);
    expect(answer).toMatchObject({catalogue: {state: 'accepted'}, dropship: {state: 'rejected', answeredAt: null}});
    expect(await trail()).toEqual(['key_found_refused dropship-key']);
  });

  it('a key that was refused by mistake is accepted again, and its orders are due', async () => {
    await connect();
    const later = new Date(Date.now() + 86_400_000);
    await ordersOf(() => app).save([{reason_code: 'key_rejected', next_attempt_at: later}]);
    await app.deps.db
      .updateTable('shops')
      .set({catalogue_key_state: 'rejected', dropship_key_state: 'rejected'})
      .execute();
    expect(await connection()).toMatchObject({catalogue: {state: 'rejected'}, dropship: {state: 'rejected'}});
    const answer = Connection.parse((await check()).json);
    expect(answer).toMatchObject({catalogue: {state: 'accepted'}, dropship: {state: 'accepted'}});
    expect((await trail()).toSorted()).toEqual(['key_accepted_again catalogue-key', 'key_accepted_again dropship-key']);
    const order = await app.deps.db.selectFrom('dropship_orders').select('next_attempt_at').executeTakeFirstOrThrow();
    expect(order.next_attempt_at?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('a supplier that gives no verdict on one key says on which; the verdict on the other is stored', async () => {
    const {dropship: revoked} = await connect();
    supplier.revokeKey(revoked);
    const stop = supplier.misbehave({a: 'whoami', does: {kind: 'status', status: 503}});
    const answer = refusalOf(await check());
    stop();
    expect(answer).toMatchObject({status: 503, code: 'supplier_unavailable'});
    expect(answer.message).toMatch(/^The catalogue key could not be checked: .*\. Try again\.$/);
    expect(await connection()).toMatchObject({
      catalogue: {state: 'accepted', answeredAt: null},
      dropship: {state: 'rejected', answeredAt: null},
    });
  });

  it('two checks at once write down once that a key is refused', async () => {
    const {dropship: revoked} = await connect();
    supplier.revokeKey(revoked);
    await Promise.all([check(), check()]);
    expect(await trail()).toEqual(['key_found_refused dropship-key']);
  });

  it('a key that was entered during the check is not marked by the answer to the one before it', async () => {
    const {dropship: before} = await connect();
    supplier.revokeKey(before);
    const stop = supplier.misbehave({a: 'list', does: {kind: 'slow', ms: 150}, times: 1});
    const [, entered] = await Promise.all([
      check(),
      page('PUT', '/connection/dropship-key', {key: supplier.issueKey('dropship')}),
    ]);
    stop();
    expect(entered.status).toBe(200);
    expect(await connection()).toMatchObject({dropship: {state: 'accepted'}});
  });

  it('without a key nothing is asked', async () => {
    const asked = supplier.requests().length;
    expect(Connection.parse((await check()).json)).toMatchObject({
      catalogue: {state: 'absent', answeredAt: null},
      dropship: {state: 'absent', answeredAt: null},
    });
    expect(supplier.requests().length).toBe(asked);
  });
});
