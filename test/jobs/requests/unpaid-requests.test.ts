// What is accepted and not paid: the merchant is asked, and only the answer closes the fulfilment in Shopify. And what the merchant takes
// away from the service after it was accepted is not to be paid.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {answerRequests} from '../../../jobs/requests/answer-requests.ts';
import {submitRequest} from '../../../jobs/requests/submit-request.ts';
import {keepService} from '../../../server/actions/fulfilment-service/keep-service.ts';
import {dismissOrder} from '../../../server/actions/merchant-actions.ts';
import {loadRequestsOfOrder} from '../../../server/db/fulfilment-services/requests.ts';
import {toOrderRequests} from '../../../server/http/api/orders/to-dropship-order.ts';
import {testEngines} from '../../support/test-app.ts';
import {openRequestsApp, type RequestsApp} from './requests-app.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe.each(testEngines)('accepted and unpaid, on %s', (engine) => {
  let app: RequestsApp;
  beforeAll(async () => {
    app = await openRequestsApp(engine);
  }, 120_000);
  afterAll(() => app.close());

  const accepted = async (order: Parameters<RequestsApp['buy']>[0] = {}) => {
    const {id} = app.buy(order);
    await app.quiet();
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
    return id;
  };
  const act = async (id: string, action: string): Promise<void> => {
    await app.merchant.actOn((await app.row(id)).id, action);
    await app.quiet();
  };
  /** What the order's page says of its request. */
  const requestOf = async (id: string) => {
    const row = await app.row(id);
    const requests = await loadRequestsOfOrder(app.worker.db, app.shop, row.order_gid);
    return toOrderRequests(requests, row.line_gid)[0];
  };
  const flags = async (id: string) => (await app.row(id)).flags.map(({code}) => code);
  const later = async (ms: number) => {
    app.clock.turn(ms);
    await app.sweep();
  };
  const endingOf = async (id: string) => {
    const row = await app.row(id);
    const detail = (await app.merchant.orders()).orders.find((order) => order.id === row.id);
    return detail?.ending?.kind ?? null;
  };
  const closes = () => app.shopify.requests().filter(({operationName}) => operationName === 'AnswerClose').length;
  /** The merchant closes the order, and no worker is asked to look yet. */
  const dismissSilently = async (id: string) => {
    const {worker, shop, clock} = app;
    await dismissOrder(worker.db, {shop, id: (await app.row(id)).id, actor: 'user:1'}, clock.now());
  };
  /** A worker whose call to close dies, before it is sent or after Shopify has done it. */
  const killedClosing = (at: 'before' | 'after') => {
    const {admin} = app.worker;
    const killing: typeof admin = {
      async call(shop, operation, variables, signal) {
        if (!operation.document.includes('fulfillmentOrderClose'))
          return admin.call(shop, operation, variables, signal);
        if (at === 'after') await admin.call(shop, operation, variables, signal);
        throw new Error('killed');
      },
    };
    return answerRequests({...app.worker, admin: killing}, app.shop);
  };

  it('asks after the days of the setting whether it was paid, and closes nothing by itself', async () => {
    const id = await accepted();
    await later(4 * day);
    expect(await flags(id)).toEqual([]);
    await later(25 * hour);
    expect([await flags(id), await endingOf(id)]).toEqual([['unpaid_long'], 'close_unpaid']);
    await later(40 * day);
    expect([await app.statuses(id), (await app.row(id)).state]).toEqual([['accepted'], 'awaiting_payment']);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
    await act(id, 'dismiss');
  });

  it('“I paid it” ends the question; taken back it is asked again, and still the fulfilment is open', async () => {
    const id = await accepted();
    await later(6 * day);
    expect((await app.merchant.actOn((await app.row(id)).id, 'paid')).flags).toEqual([]);
    await later(2 * day);
    expect(await flags(id)).toEqual([]);
    await act(id, 'unpaid');
    await later(25 * hour);
    expect([await flags(id), app.fulfilmentOrder(id).requestStatus]).toEqual([['unpaid_long'], 'ACCEPTED']);
    await act(id, 'dismiss');
  });

  it('“Close without paying” closes the order, and the fulfilment in Shopify with a message that the order’s page shows', async () => {
    const id = await accepted();
    await later(6 * day);
    await act(id, 'dismiss');
    await app.sweep();
    expect(app.fulfilmentOrder(id)).toMatchObject({status: 'INCOMPLETE', requestStatus: 'CLOSED'});
    expect(await app.statuses(id)).toEqual(['closed']);
    expect(await requestOf(id)).toMatchObject({
      status: 'closed',
      answer: expect.stringMatching(/^It was not paid/),
      refused: null,
    });
  });

  it('an order with two lines is closed in Shopify only after both were closed unpaid', async () => {
    const lines = [app.goods(), app.goods()].map(({variantId}) => ({variantId}));
    const {id} = app.buy({lines});
    await app.quiet();
    await app.sweep();
    const [one, other] = await app.rows(id);
    await app.merchant.actOn(one?.id ?? '', 'dismiss');
    await app.quiet();
    await later(25 * hour);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
    await app.merchant.actOn(other?.id ?? '', 'dismiss');
    await app.quiet();
    expect(app.fulfilmentOrder(id).requestStatus).toBe('CLOSED');
  });

  it('a line that was paid keeps the fulfilment open, whatever became of the other', async () => {
    const lines = [app.goods(), app.goods()].map(({variantId}) => ({variantId}));
    const {id} = app.buy({lines});
    await app.quiet();
    await app.sweep();
    const [paid, unpaid] = await app.rows(id);
    await app.merchant.actOn(paid?.id ?? '', 'paid');
    await app.merchant.actOn(unpaid?.id ?? '', 'dismiss');
    await app.quiet();
    await later(3 * day);
    expect(app.fulfilmentOrder(id).requestStatus).toBe('ACCEPTED');
  });

  it.each(['before', 'after'] as const)(
    'a worker killed %s it closed the fulfilment is made up for, at most once',
    async (at) => {
      const id = await accepted();
      await dismissSilently(id);
      const before = closes();
      await expect(killedClosing(at)).rejects.toThrow('killed');
      expect(await app.statuses(id)).toEqual(['closing']);
      await app.sweep();
      expect([await app.statuses(id), app.fulfilmentOrder(id).requestStatus, closes() - before]).toEqual([
        ['closed'],
        'CLOSED',
        1,
      ]);
    },
  );

  it('an order placed again while its fulfilment is being closed waits for that, and is not closed with it', async () => {
    const id = await accepted();
    await dismissSilently(id);
    await expect(killedClosing('before')).rejects.toThrow('killed');
    const before = closes();
    const sending = submitRequest(app.worker, app.shop, await app.row(id)).catch((error: Error) => error.message);
    expect(await sending).toBe('The fulfilment order is being closed.');
    await app.merchant.actOn((await app.row(id)).id, 'place-again');
    await app.quiet();
    await app.sweep();
    app.clock.turn(2 * 60_000);
    await app.upkeep('recheck-open');
    await app.quiet();
    await app.sweep();
    expect((await app.rows(id)).map(({state}) => state).toSorted()).toEqual(['awaiting_payment', 'dismissed']);
    expect([app.fulfilmentOrder(id).requestStatus, closes()]).toEqual(['ACCEPTED', before]);
  });

  it('Shopify’s refusal to close it, or to take an answer, is shown on the order’s page until it is over', async () => {
    const id = await accepted();
    const refuse = (operation: string) =>
      app.shopify.misbehave({
        fault: 'userErrors',
        userErrors: [{code: null, field: null, message: 'Not now.'}],
        when: ({operationName}) => operationName === operation,
      });
    const end = refuse('AnswerClose');
    await act(id, 'dismiss');
    expect(await requestOf(id)).toMatchObject({status: 'accepted', refused: 'Shopify refused it: Not now.'});
    end();
    await later(25 * hour);
    expect(await requestOf(id)).toMatchObject({status: 'closed', refused: null});
    const endOther = refuse('AnswerAcceptRequest');
    const {id: second} = app.buy();
    await app.quiet();
    await app.sweep();
    expect(await requestOf(second)).toMatchObject({
      status: 'requested',
      refused: 'Shopify refused it: Not now.',
    });
    endOther();
    await app.sweep();
    expect(await requestOf(second)).toMatchObject({
      status: 'accepted',
      answer: 'Ordered at the supplier.',
      refused: null,
    });
  });

  it('a request made again after it was closed unpaid is accepted and closed again, for nothing of it is to come', async () => {
    const id = await accepted();
    await act(id, 'dismiss');
    app.store.services.request(app.fulfilmentOrder(id).id);
    await app.sweep();
    expect(app.fulfilmentOrder(id).requestStatus).toBe('CLOSED');
    expect(app.taken(await app.row(id))).toHaveLength(1);
  });

  const takeAway = {
    moved: (id: string): unknown => app.store.services.moveAnyway(id, app.store.services.addLocation('Own')),
    cancelled(id: string): void {
      app.store.services.requestCancellation(id);
      app.store.services.cancel(id);
    },
  };
  it.each(['moved', 'cancelled'] as const)(
    'an accepted fulfilment that the merchant has %s alone is not to be paid',
    async (status) => {
      const id = await accepted();
      takeAway[status](app.fulfilmentOrder(id).id);
      await app.quiet();
      expect(await app.statuses(id)).toContain(status);
      expect(await flags(id)).toEqual(['request_cancelled']);
    },
  );

  it('one whose webhook was lost is found within a day, and what was fulfilled is not taken for cancelled', async () => {
    const [id, shipped] = [await accepted(), await accepted()];
    app.store.fulfil(shipped);
    await app.quiet();
    app.shopify.webhooks.drop(() => true);
    app.store.services.moveAnyway(app.fulfilmentOrder(id).id, app.store.services.addLocation('Far'));
    await app.quiet();
    app.shopify.webhooks.drop(null);
    expect(await app.statuses(id)).toEqual(['accepted']);
    await later(25 * hour);
    expect([await flags(id), await app.statuses(id)]).toEqual([['request_cancelled'], ['moved']]);
    expect([await flags(shipped), await app.statuses(shipped)]).toEqual([[], ['accepted']]);
  });

  it('a service deleted in Shopify takes no order for moved: what the buyer ordered is still to be paid', async () => {
    const id = await accepted();
    const [service] = app.store.services.all().filter(({owner}) => owner === 'app');
    app.store.services.remove(service?.id ?? '');
    await app.quiet();
    await keepService(app.worker, app.shop);
    expect([await flags(id), await app.statuses(id)]).toEqual([[], ['closed']]);
  });
});
