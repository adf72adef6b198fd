import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId} from '#domain/ids.ts';
import {type DropshipState, dropshipStates} from '#domain/orders/dropship-state.ts';
import {openDetails} from '../../../server/db/secrets/details.ts';
import {type ActionName, actionNames} from '../../../server/http/contract/dropship-orders.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {click, detailOf, lookingAt, saveOrder} from './acting.ts';

/** What a merchant may do, and where the order is then. */
const allowed: Readonly<Record<DropshipState, Partial<Record<ActionName, DropshipState>>>> = {
  waiting: {details: 'waiting', approve: 'waiting', dismiss: 'dismissed'},
  needs_details: {details: 'waiting', approve: 'waiting', dismiss: 'dismissed'},
  blocked: {details: 'waiting', approve: 'waiting', dismiss: 'dismissed'},
  held: {details: 'waiting', approve: 'waiting', dismiss: 'dismissed'},
  placing: {},
  unconfirmed: {confirm: 'awaiting_payment', 'place-again': 'waiting', dismiss: 'dismissed'},
  rejected: {'place-again': 'waiting', dismiss: 'dismissed'},
  awaiting_payment: {confirm: 'awaiting_payment', paid: 'paid', dismiss: 'dismissed'},
  paid: {unpaid: 'awaiting_payment', shipped: 'shipped', refunded: 'refunded'},
  shipped: {shipped: 'shipped', refunded: 'refunded'},
  refunded: {'place-again': 'waiting'},
  cancelled: {},
  dismissed: {'place-again': 'waiting'},
};
/** Asked for where it already stands, nothing happens and nothing is wrong. */
const already: Partial<Record<DropshipState, readonly ActionName[]>> = {
  awaiting_payment: ['confirm', 'unpaid'],
  paid: ['paid'],
  shipped: ['shipped'],
  refunded: ['refunded'],
  dismissed: ['dismiss'],
};

describe('what the merchant does with a dropship order', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterAll(() => app.close());

  const {row, deeds, look} = lookingAt(() => app);
  const bodyFor = async (id: string, move: ActionName): Promise<object> => {
    if (move === 'details') return {colour: 'Navy'};
    return move === 'place-again' ? {typedReference: (await row(id)).reference} : {};
  };

  it.each(dropshipStates)(
    'of a %s order: each thing it may is offered and done, all else is refused in words',
    async (state) => {
      const may = allowed[state];
      for (const move of actionNames) {
        const id = await saveOrder(app, {state});
        expect((await look(id)).actions.toSorted()).toEqual(Object.keys(may).toSorted());
        const answer = await click(app, id, move, {body: await bodyFor(id, move)});
        const isAlready = already[state]?.includes(move) === true;
        const to = may[move] ?? (isAlready ? state : undefined);
        if (to === undefined) {
          const refusal = refusalOf(answer);
          expect([state, move, refusal.status, refusal.code]).toEqual([state, move, 409, 'not_now']);
          expect(refusal.message).toMatch(
            /^The order .+\. (What can be done now: .+|Nothing more can be done with it)\.$/,
          );
          expect([(await row(id)).state, await deeds(id)]).toEqual([state, []]);
        } else {
          expect([state, move, answer.status, detailOf(answer).state]).toEqual([state, move, 200, to]);
          expect(await deeds(id)).toHaveLength(isAlready ? 0 : 1);
        }
      }
    },
  );

  it('says what to do instead: an order that waits for payment is dismissed before it is placed again', async () => {
    const id = await saveOrder(app, {state: 'awaiting_payment'});
    expect(refusalOf(await click(app, id, 'place-again')).message).toBe(
      "The order is at the supplier and waits for your payment, so it is placed again only after you closed it: otherwise it could be paid twice. What can be done now: give the supplier's number, mark it as paid, close it.",
    );
    await click(app, id, 'dismiss');
    expect(detailOf(await click(app, id, 'place-again'))).toMatchObject({generation: 2, state: 'waiting'});
  });

  it('an order the supplier may have is placed again only with its reference typed out', async () => {
    const id = await saveOrder(app, {state: 'unconfirmed'});
    const {reference} = await row(id);
    expect(await look(id)).toMatchObject({placeAgainAsksForReference: true});
    for (const body of [{}, {typedReference: ''}, {typedReference: `${reference}x`}]) {
      expect(refusalOf(await click(app, id, 'place-again', {body}))).toMatchObject({
        status: 422,
        code: 'reference_not_typed',
        field: 'typedReference',
        message: expect.stringContaining(reference),
      });
    }
    const placed = detailOf(
      await click(app, id, 'place-again', {body: {typedReference: ` ${reference.toUpperCase()} `}}),
    );
    expect(placed).toMatchObject({
      generation: 2,
      state: 'waiting',
      siblings: [{id, state: 'dismissed', generation: 1}],
    });
    expect(placed.reference).not.toBe(reference);
    expect(await look(id)).toMatchObject({actions: [], reason: `Placed again as ${placed.reference}.`});
  });

  it('what was typed is sealed, shown without name and e-mail, and what was typed before stays', async () => {
    const id = await saveOrder(app, {state: 'needs_details', reason_code: 'name_missing'});
    await click(app, id, 'details', {body: {name: ' Ada Buyer ', email: 'ada@buyer.example'}});
    const {text} = await click(app, id, 'details', {body: {colour: 'Navy', size: '42'}});
    expect(text).not.toMatch(/Ada|buyer\.example/);
    expect(await look(id)).toMatchObject({typed: {colour: 'Navy', size: '42', name: true, email: true}});
    const stored = await row(id);
    expect(stored.details_sealed).not.toMatch(/Ada|Navy/);
    expect(openDetails(app.deps.sealer, stored)).toEqual({
      colour: 'Navy',
      size: '42',
      name: 'Ada Buyer',
      email: 'ada@buyer.example',
    });
    expect(JSON.stringify(await deeds(id))).not.toMatch(/Ada|Navy|buyer\.example/);
  });

  it.each([
    ['details', {}, 'Enter at least one of the details.'],
    ['details', {email: 'nobody'}, 'Enter an e-mail address.'],
    ['details', {colour: '   '}, 'Enter a word.'],
    ['details', {name: 'x'.repeat(201)}, 'Enter at most 200 characters.'],
    ['details', {name: 'a\u0007b'}, 'This holds characters that cannot be sent.'],
    ['details', {name: 'a\u0000b'}, 'This holds characters that cannot be stored. Type it again.'],
    ['details', {name: 'Ada', zone: 'EU'}, 'There is no field named zone.'],
    ['approve', {codes: ['destination_blocked']}, 'This reason cannot be overruled.'],
    ['shipped', {trackingUrl: 'javascript:alert(1)'}, 'Enter a web address that begins with https://.'],
    ['refunded', {offSale: 'yes'}, 'Say whether the variant is taken off sale.'],
    ['paid', {paidAt: 'yesterday'}, 'There is no field named paidAt.'],
  ] as const)('%s with %j is refused: %s', async (move, body, message) => {
    const id = await saveOrder(app, {state: 'held'});
    expect(refusalOf(await click(app, id, move, {body}))).toMatchObject({status: 422, message});
    expect(await row(id)).toMatchObject({state: 'held', details_sealed: null});
  });

  it('overrules the reason it is held for, and those named with it', async () => {
    const id = await saveOrder(app, {state: 'held', reason_code: 'risk', approved: JSON.stringify(['too_old'])});
    const answer = detailOf(await click(app, id, 'approve', {body: {codes: ['test_order']}}));
    expect(answer.approved.toSorted()).toEqual(['risk', 'test_order', 'too_old']);
    expect(answer.history).toMatchObject([{action: 'approved', actor: 'user:42'}]);
  });

  it.each([{reason: 'It rose to 20.00 EUR.'}, {quantity: 1}, {price: 2_000}, {fee: 1_600}])(
    'overrules nothing that was not shown: an order that showed %j is refused',
    async (seen) => {
      const held = {reason: 'It rose to 30.00 EUR.', quantity: 2, price: 3_000, fee: 3_000};
      const id = await saveOrder(app, {...held, state: 'held', reason_code: 'price_rose'});
      const refused = await click(app, id, 'approve', {body: {shown: {...held, ...seen}}});
      expect(refused).toMatchObject({status: 409, json: {error: {code: 'other_reason'}}});
      expect(await row(id)).toMatchObject({state: 'held', approved: [], approved_price: null});
      expect(detailOf(await click(app, id, 'approve', {body: {shown: held}})).approved).toEqual(['price_rose']);
    },
  );

  it('a reason that cannot be overruled is only looked at again, and nothing is called approved', async () => {
    const id = await saveOrder(app, {state: 'blocked', reason_code: 'destination_blocked'});
    expect(detailOf(await click(app, id, 'approve'))).toMatchObject({
      state: 'waiting',
      approved: [],
      history: [{action: 'looked_at_again', actor: 'user:42'}],
    });
  });

  it('ships with carrier and tracking, and writes to the buyer as the settings say unless told otherwise', async () => {
    const [usual, quiet] = [await saveOrder(app, {state: 'paid'}), await saveOrder(app, {state: 'paid'})];
    const tracking = {carrier: 'DHL', trackingNumber: 'JD01', trackingUrl: 'https://track.example/JD01'};
    expect(await look(usual)).toMatchObject({notifiesBuyer: true});
    expect(detailOf(await click(app, usual, 'shipped', {body: tracking}))).toMatchObject({
      shipment: {...tracking, notifyBuyer: true},
      fulfilment: {state: 'wanted', reason: null},
    });
    expect(detailOf(await click(app, quiet, 'shipped', {body: {notifyBuyer: false}}))).toMatchObject({
      shipment: {carrier: null, trackingNumber: null, trackingUrl: null, notifyBuyer: false},
    });
  });

  it('offers no correction that it would refuse: of a known number, or of a fulfilment that is not known here', async () => {
    const numbered = await saveOrder(app, {state: 'awaiting_payment', ref: 'DS-9'});
    expect((await look(numbered)).actions).not.toContain('confirm');
    const fulfilled = await saveOrder(app, {state: 'shipped', fulfil: 'done'});
    expect((await look(fulfilled)).actions).not.toContain('shipped');
  });

  it('a fulfilment that failed in the store can be tried again', async () => {
    const id = await saveOrder(app, {state: 'shipped', fulfil: 'failed', fulfil_reason: 'On hold.'});
    expect(await look(id)).toMatchObject({
      actions: ['shipped', 'refunded', 'fulfil-again'],
      fulfilment: {reason: 'On hold.'},
    });
    expect(detailOf(await click(app, id, 'fulfil-again')).fulfilment).toEqual({state: 'wanted', reason: null});
  });

  it('shows what was tried and what happened in the store since, with what to do about it', async () => {
    const id = await saveOrder(app, {
      state: 'awaiting_payment',
      placed_at: new Date('2026-11-02T10:00:00Z'),
      flags: JSON.stringify([{code: 'order_cancelled', at: '2026-11-03T10:00:00.000Z'}]),
    });
    await app.deps.db
      .insertInto('dropship_attempts')
      .values({
        shop,
        dropship_order_id: DropshipOrderId.parse(id),
        started_at: new Date('2026-11-02T09:59:59Z'),
        phase: 'answered',
        http_status: 200,
        verdict: 'placed',
      })
      .execute();
    const detail = await look(id);
    expect(detail.attempts).toMatchObject([{phase: 'answered', httpStatus: 200, verdict: 'placed', finishedAt: null}]);
    expect(detail.flags).toMatchObject([{code: 'order_cancelled', text: expect.stringContaining('Do not pay it')}]);
    expect(detail.since).toBe('2026-11-02T10:00:00.000Z');
  });

  it('the list counts every state and says since when its oldest is there', async () => {
    await app.deps.db.deleteFrom('dropship_orders').execute();
    await saveOrder(app, {state: 'awaiting_payment', placed_at: new Date('2026-11-05T10:00:00Z')});
    await saveOrder(app, {state: 'awaiting_payment', placed_at: new Date('2026-11-03T10:00:00Z')});
    await saveOrder(app, {state: 'held', ordered_at: new Date('2026-11-04T10:00:00Z')});
    const {json} = await pageOf(app)('GET', '/dropship-orders?state=held');
    expect(json).toMatchObject({
      orders: [{state: 'held'}],
      states: [
        {state: 'awaiting_payment', count: 2, oldestSince: '2026-11-03T10:00:00.000Z'},
        {state: 'held', count: 1, oldestSince: '2026-11-04T10:00:00.000Z'},
      ],
    });
  });

  it('there is nothing to do under another id', async () => {
    for (const move of actionNames) {
      expect(refusalOf(await click(app, randomUUID(), move, {key: null}))).toMatchObject({status: 404});
    }
  });
});
