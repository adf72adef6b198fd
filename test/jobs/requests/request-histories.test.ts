// Whatever merchant, buyers, supplier and workers do, in whatever order: a requested line is at most one supplier order, a request is never
// rejected while the supplier has or may have it nor closed while it is to be paid or delivered, and none waits longer than 20 hours.
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {answerRequests} from '../../../jobs/requests/answer-requests.ts';
import {runsEverything} from '../../support/database.ts';
import {quickestEngine} from '../../support/test-app.ts';
import {openRequestsApp, type RequestsApp} from './requests-app.ts';

const {REQUEST_HISTORIES, REQUEST_PATH, REQUEST_SECONDS, REQUEST_SEED} = process.env;
const count = Number(REQUEST_HISTORIES ?? (runsEverything ? 20 : 5));
const hour = 3_600_000;

/** The states of an order that is paid or to be paid, or may be at the supplier. */
const isToCome = ['placing', 'unconfirmed', 'awaiting_payment', 'paid', 'shipped'];

/** What the merchant does about one of the orders. */
const ofAnOrder = [
  'cancel request',
  'cancel alone',
  'move',
  'move anyway',
  'approve',
  'approve',
  'paid',
  'not paid',
  'close',
  'close',
] as const;

/** What happens next; `order`: to which of the orders bought so far, by its place. */
type Event =
  | {readonly kind: 'buy'; readonly country: string}
  | {
      readonly kind: 'request' | (typeof ofAnOrder)[number];
      readonly order: number;
    }
  | {readonly kind: 'supplier fails'; readonly does: 'before' | 'after' | 'refuses'}
  | {readonly kind: 'answer is lost' | 'sweep' | 'service is deleted' | 'service again' | 'webhooks are lost'}
  | {readonly kind: 'permission'; readonly isThere: boolean}
  | {readonly kind: 'time passes'; readonly hours: number}
  | {readonly kind: 'approve each'; readonly isOn: boolean};

const order = fc.nat(3);
const events: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({kind: fc.constant('buy' as const), country: fc.constantFrom('DE', 'DE', 'US', 'NO')}),
  },
  {weight: 4, arbitrary: fc.record({kind: fc.constant('request' as const), order})},
  {weight: 2, arbitrary: fc.record({kind: fc.constantFrom(...ofAnOrder), order})},
  fc.record({kind: fc.constant('supplier fails' as const), does: fc.constantFrom('before', 'after', 'refuses')}),
  fc.record({kind: fc.constantFrom('answer is lost', 'sweep', 'sweep')}),
  fc.record({kind: fc.constantFrom('service is deleted', 'service again', 'webhooks are lost')}),
  fc.record({kind: fc.constant('permission' as const), isThere: fc.boolean()}),
  fc.record({kind: fc.constant('time passes' as const), hours: fc.constantFrom(1, 5, 21, 130)}),
  fc.record({kind: fc.constant('approve each' as const), isOn: fc.boolean()}),
);

/** How each history begins, so that none is without a request. */
const beginning: readonly Event[] = [
  {kind: 'buy', country: 'DE'},
  {kind: 'request', order: 0},
];

describe('random histories of requests', () => {
  let app: RequestsApp;
  let elsewhere = '';
  beforeAll(async () => {
    app = await openRequestsApp(quickestEngine);
    elsewhere = app.store.services.addLocation('Own shelf');
  }, 120_000);
  afterAll(() => app.close());
  const hasService = () => app.store.services.all().some(({owner}) => owner === 'app');

  /** Carries out an event. What Shopify or the app refuses to the merchant in that state is no part of the history. */
  async function happen(event: Event, bought: string[]): Promise<void> {
    const {services} = app.store;
    const of = 'order' in event ? bought[event.order] : undefined;
    const attempt = async (work: () => unknown) => {
      try {
        await work();
      } catch (error) {
        if (error instanceof TypeError) throw error;
      }
    };
    const act = async (action: string) => {
      if (of === undefined) return;
      for (const row of await app.rows(of)) await attempt(() => app.merchant.actOn(row.id, action));
    };
    const onEach = async (work: (fulfilmentOrder: string) => unknown) => {
      for (const {id} of of === undefined ? [] : services.fulfilmentOrders(of)) await attempt(() => work(id));
    };
    switch (event.kind) {
      case 'buy':
        bought.push(app.buy({country: event.country}).id);
        break;
      case 'request':
        await onEach((id) => services.request(id));
        break;
      case 'cancel request':
        await onEach((id) => services.requestCancellation(id));
        break;
      case 'cancel alone':
        await onEach((id) => services.cancel(id));
        break;
      case 'move':
        await onEach((id) => services.move(id, elsewhere));
        break;
      case 'move anyway':
        await onEach((id) => services.moveAnyway(id, elsewhere));
        break;
      case 'approve':
        return act('approve');
      case 'paid':
        return act('paid');
      case 'not paid':
        return act('unpaid');
      case 'close':
        return act('dismiss');
      case 'supplier fails': {
        const refusal = {kind: 'status', status: 422, body: '{"ok":false,"error":"No."}'} as const;
        const does = event.does === 'refuses' ? refusal : ({kind: 'cut', when: event.does} as const);
        app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does});
        break;
      }
      case 'answer is lost':
        app.shopify.misbehave({
          fault: 'cut',
          at: 'after',
          times: 1,
          when: ({operationName}) => /Answer|SubmitFulfilment/.test(operationName ?? ''),
        });
        break;
      case 'sweep':
        // Without the permission it fails, and the next one makes up for it.
        await attempt(() => answerRequests(app.worker, app.shop));
        break;
      case 'service is deleted':
        for (const {id, owner} of services.all()) if (owner === 'app') services.remove(id);
        break;
      case 'service again':
        if (!hasService()) await app.restoreService();
        break;
      case 'webhooks are lost':
        app.shopify.webhooks.drop(() => true);
        return;
      case 'permission':
        app.permit(event.isThere);
        break;
      case 'time passes':
        app.clock.turn(event.hours * hour);
        await app.upkeep('recheck-open', 'sweep-placing');
        break;
      case 'approve each':
        await app.merchant.saveSettings({...(await app.merchant.settings()), approveEach: event.isOn});
    }
    await app.quiet();
    app.shopify.webhooks.drop(null);
  }

  /** Every fulfilment order at the service, with what the supplier has or may have of its lines. */
  async function look(bought: readonly string[]) {
    const found: {requestStatus: string; taken: number; states: readonly string[]}[] = [];
    for (const id of bought) {
      const rows = await app.rows(id);
      for (const {requestStatus} of app.store.services.fulfilmentOrders(id).filter(({status}) => status !== 'CLOSED'))
        found.push({
          requestStatus,
          taken: rows.flatMap((row) => app.taken(row)).length,
          states: rows.map(({state}) => state),
        });
    }
    return found;
  }

  it(
    `${count} times: nothing is bought twice, nothing is rejected that may be bought, and every request is answered`,
    async () => {
      let answered = 0;
      let ended = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(events, {minLength: 6, maxLength: 14}), async (history) => {
          const bought: string[] = [];
          for (const event of [...beginning, ...history]) {
            await happen(event, bought);
            for (const {requestStatus, taken, states} of await look(bought)) {
              expect(taken).toBeLessThanOrEqual(1);
              if (requestStatus === 'REJECTED') expect([taken, states.includes('unconfirmed')]).toEqual([0, false]);
              if (requestStatus === 'CLOSED') expect(states.filter((state) => isToCome.includes(state))).toEqual([]);
            }
          }
          app.permit(true);
          if (!hasService()) await app.restoreService();
          // What waited for the permission is sent after the first 21 hours, and its request is answered after the next.
          for (let round = 0; round < 4; round += 1) {
            if (round % 2 === 0) app.clock.turn(21 * hour);
            await app.sweep();
          }
          const end = await look(bought);
          const open = end.filter(({requestStatus}) => /^SUBMITTED$|REQUESTED$/.test(requestStatus));
          const stored = await Promise.all(bought.map((id) => app.statuses(id)));
          expect(open.length === 0 ? [] : {open, stored, troubles: app.troubles()}).toEqual([]);
          ended += 1;
          answered += end.filter(({requestStatus}) => /ACCEPTED|REJECTED/.test(requestStatus)).length;
          await app.merchant.saveSettings({...(await app.merchant.settings()), approveEach: false});
        }),
        {
          numRuns: count,
          ...(REQUEST_SECONDS === undefined ? {} : {interruptAfterTimeLimit: Number(REQUEST_SECONDS) * 1_000}),
          ...(REQUEST_SEED === undefined ? {} : {seed: Number(REQUEST_SEED)}),
          ...(REQUEST_PATH === undefined ? {} : {path: REQUEST_PATH}),
        },
      );
      if (REQUEST_SECONDS !== undefined) process.stdout.write(`${ended} histories ended\n`);
      expect(answered).toBeGreaterThan(ended);
    },
    Math.max(600_000, count * 10_000),
  );
});
