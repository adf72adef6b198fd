// Shopify's sentences about what it refuses may quote a buyer or the merchant: the merchant reads them, the log and the queue have the codes.
import assert from 'node:assert/strict';
import {inspect} from 'node:util';
import {UnrecoverableError} from 'bullmq';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {Failure} from '#domain/failure.ts';
import {writeBackToStore} from '../../jobs/orders/store-writeback.ts';
import {runJob} from '../../jobs/run-job.ts';
import {markPaid, markShipped} from '../../server/actions/merchant-actions.ts';
import {createLog} from '../../server/log.ts';
import {quickestEngine} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const words = 'Petronella Quast of Elm Road may not be written here';

describe('what Shopify says when it refuses a mutation', () => {
  let app: OrderTestApp;
  const lines: string[] = [];
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {log: createLog('trace', {write: (line) => void lines.push(line)})});
  });
  afterAll(() => app.close());

  /** The mutation with this root field is refused until the function is called. */
  const refuse = (rootField: string, code: string | null, field: readonly string[]) =>
    app.shopify.misbehave({
      fault: 'userErrors',
      userErrors: [{code, field: [...field], message: words}],
      when: ({rootFields}) => rootFields.includes(rootField),
    });
  const logged = () => lines.join('');

  it('about a note on an order stays out of the log, which has the code and the field', async () => {
    const taken = [
      refuse('tagsAdd', null, ['id']),
      refuse('metafieldsSet', 'CAPABILITY_VIOLATION', ['metafields', '0', 'value']),
    ];
    app.buy();
    await app.quiet();
    for (const end of taken) end();
    expect(logged()).toContain('NO_CODE (id)');
    expect(logged()).toContain('CAPABILITY_VIOLATION (metafields.0.value)');
    expect(logged()).not.toContain(words);
  });

  it('about a fulfilment is shown to the merchant and stays out of the log', async () => {
    const bought = app.buy();
    await app.quiet();
    const {id} = await app.row(bought.id);
    const by = {shop: app.shop, id, actor: 'user:7'};
    const {db} = app.worker;
    const end = refuse('fulfillmentCreate', null, ['fulfillment']);
    await markPaid(db, by, app.clock.now());
    const tracking = {carrier: 'DHL', trackingNumber: '1', trackingUrl: 'https://dhl.example/1', notifyBuyer: false};
    await markShipped(db, by, tracking, app.clock.now());
    await writeBackToStore(app.worker, {shop: app.shop});
    end();
    expect((await app.row(bought.id)).fulfil_reason).toContain(words);
    expect(logged()).not.toContain(words);
  });

  it('about the reading of an order stays out of what the queue keeps of its jobs, final or not', async () => {
    const {log, metrics} = app.worker;
    const message = `Shopify, StoreOrder: refused: BAD_USER_INPUT: ${words}.`;
    const said = {remote: 'shopify', sent: true, remoteMessage: `BAD_USER_INPUT: ${words}`} as const;
    for (const kind of ['refused', 'unavailable'] as const) {
      const job = runJob('deliveries', () => Promise.reject(new Failure(message, {...said, kind})), {log, metrics});
      const ended: Promise<unknown> = Reflect.apply(job, null, [{data: {shop: app.shop}}]);
      const failed = await ended.catch((error: unknown) => error);
      assert(failed instanceof Error);
      expect([kind, failed instanceof UnrecoverableError]).toEqual([kind, kind === 'refused']);
      expect(failed.message).toBe('Shopify, StoreOrder: refused: BAD_USER_INPUT.');
      expect(inspect(failed, {depth: 5, showHidden: true})).not.toContain(words);
    }
  });

  it('about a product is shown to the merchant and stays out of the log', async () => {
    const {catalogue} = app.supplier;
    const [listed] = catalogue.listed();
    if (listed === undefined) throw new Error('the supplier lists nothing');
    const end = refuse('productVariantsBulkUpdate', 'NEGATIVE_PRICE_VALUE', ['variants', '0', 'price']);
    catalogue.setStock(listed.id, {price: Math.round(listed.cents * 1.1) / 100});
    await app.importAll();
    end();
    const kept = await app.worker.db.selectFrom('quarantine').select('reason').execute();
    expect(kept.map(({reason}) => reason).join()).toContain(words);
    expect(logged()).not.toContain(words);
  });
});
