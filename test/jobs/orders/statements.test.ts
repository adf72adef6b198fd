// What one store order costs the database, counted, so that a further statement is noticed.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {isOfQueue, tellStatements, uncounted, watchStatements} from '../../support/count-statements.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

/** The requirement: the app's own statements until all is quiet. Its queues send none to the database where they are on Redis. */
const mostOwn = 100;
/** With those of the queues, whose number varies a little. */
const mostToRequest = 85;
const mostUntilQuiet = 165;

// On the embedded database, whose queues send their statements there too.
describe('one store order of one line', () => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp('embedded');
    // The first order also fills what is kept in memory.
    app.buy();
    await app.quiet();
  });
  afterAll(() => app.close());

  it('costs few statements to the request at the supplier, and few until all is quiet', async () => {
    // The webhooks of a new order are handled together or apart, as time has it: here one tells of it, and one of what the app wrote.
    const told = new Set(['orders/paid', 'orders/updated']);
    app.shopify.webhooks.drop(({topic}) => !told.has(topic));
    const toRequest: string[] = [];
    const afterwards: string[] = [];
    const before = app.supplier.orderRequests();
    const stop = watchStatements((statement) => {
      (app.supplier.orderRequests() === before ? toRequest : afterwards).push(statement);
    });
    const bought = app.buy();
    await uncounted(() => app.quiet());
    stop();
    app.shopify.webhooks.drop(null);
    expect(await app.row(bought.id)).toMatchObject({state: 'awaiting_payment', note_due: false});
    expect(app.supplier.orderRequests()).toBe(before + 1);
    expect(toRequest.length, tellStatements(toRequest)).toBeLessThanOrEqual(mostToRequest);
    const all = [...toRequest, ...afterwards];
    expect(all.length, tellStatements(all)).toBeLessThanOrEqual(mostUntilQuiet);
    const own = all.filter((statement) => !isOfQueue(statement));
    expect(own.length, tellStatements(own)).toBeLessThanOrEqual(mostOwn);
  });
});
