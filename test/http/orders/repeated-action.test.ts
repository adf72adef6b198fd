import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type BareApp, openBareApp, refusalOf} from '../bare-app.ts';
import {click, detailOf, lookingAt, saveOrder} from './acting.ts';

describe('what the merchant says of a dropship order once more', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterAll(() => app.close());

  const {row, deeds, look} = lookingAt(() => app);

  it('another tracking number is never taken as done where it cannot reach the store', async () => {
    const shipped = {state: 'shipped', tracking_number: '1', carrier: 'DHL'} as const;
    const [known, lost, sending] = [
      await saveOrder(app, {...shipped, fulfil: 'done', fulfilment_gid: 'gid://shopify/Fulfillment/1'}),
      await saveOrder(app, {...shipped, fulfil: 'done'}),
      await saveOrder(app, {...shipped, fulfil: 'sending'}),
    ];
    const body = {carrier: 'DHL', trackingNumber: '2'};
    expect(detailOf(await click(app, known, 'shipped', {body}))).toMatchObject({fulfilment: {state: 'wanted'}});
    expect((await row(known)).tracking_number).toBe('2');
    expect(refusalOf(await click(app, lost, 'shipped', {body}))).toMatchObject({
      status: 409,
      code: 'shipped_otherwise',
      message: expect.stringContaining('in Shopify'),
    });
    expect(refusalOf(await click(app, sending, 'shipped', {body}))).toMatchObject({
      status: 409,
      code: 'shipped_otherwise',
      message: expect.stringContaining('in two minutes'),
    });
    for (const id of [lost, sending]) expect((await row(id)).tracking_number).toBe('1');
    for (const id of [lost, sending]) {
      expect((await click(app, id, 'shipped', {body: {...body, trackingNumber: '1'}})).status).toBe(200);
    }
  });

  it('the supplier’s number may be added after confirming without one, and is not overwritten by another', async () => {
    const id = await saveOrder(app, {state: 'unconfirmed'});
    expect(detailOf(await click(app, id, 'confirm')).ref).toBeNull();
    expect(detailOf(await click(app, id, 'confirm', {body: {ref: 'DS-1'}})).ref).toBe('DS-1');
    expect(detailOf(await click(app, id, 'confirm', {body: {ref: 'DS-1'}})).ref).toBe('DS-1');
    expect(detailOf(await click(app, id, 'confirm')).ref).toBe('DS-1');
    expect(refusalOf(await click(app, id, 'confirm', {body: {ref: 'DS-2'}}))).toMatchObject({
      status: 409,
      code: 'confirmed_otherwise',
      message: expect.stringContaining('DS-1'),
    });
    expect((await row(id)).ref).toBe('DS-1');
    expect((await deeds(id)).map(({action}) => action)).toEqual(['confirmed', 'ref_given']);
  });

  it('an order dismissed while unconfirmed asks for its reference as before', async () => {
    const sent_at = new Date('2026-11-02T10:00:00Z');
    const id = await saveOrder(app, {state: 'unconfirmed', reason_code: 'unconfirmed', sent_at});
    await click(app, id, 'dismiss');
    expect(await look(id)).toMatchObject({state: 'dismissed', placeAgainAsksForReference: true});
    expect(refusalOf(await click(app, id, 'place-again'))).toMatchObject({status: 422, code: 'reference_not_typed'});
    const body = {typedReference: (await row(id)).reference};
    expect(detailOf(await click(app, id, 'place-again', {body}))).toMatchObject({generation: 2});
    const said = await saveOrder(app, {state: 'rejected', reason_code: 'rejected', sent_at});
    await click(app, said, 'dismiss');
    expect(await look(said)).toMatchObject({placeAgainAsksForReference: false});
  });
});
