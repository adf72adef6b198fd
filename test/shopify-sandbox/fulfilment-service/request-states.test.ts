// What each state of a fulfilment order at a fulfilment service allows in the stand-in, and what is refused in it.
import {describe, expect, test} from 'vitest';
import {stateOf} from './open-service.ts';
import {type Act, acts, inState, readIn} from './request-acts.ts';

const open = ['REQUEST_FULFILLMENT', 'CREATE_FULFILLMENT', 'HOLD', 'MOVE'];
const states: readonly (readonly [string, readonly Act[], string, string, readonly string[]])[] = [
  ['new', [], 'OPEN', 'UNSUBMITTED', open],
  ['requested', ['request'], 'OPEN', 'SUBMITTED', ['CANCEL_FULFILLMENT_ORDER']],
  ['accepted', ['request', 'accept'], 'IN_PROGRESS', 'ACCEPTED', ['CREATE_FULFILLMENT', 'REQUEST_CANCELLATION']],
  ['rejected', ['request', 'reject'], 'OPEN', 'REJECTED', open],
  ['closed by the service', ['request', 'accept', 'close'], 'INCOMPLETE', 'CLOSED', open],
  [
    'to be cancelled',
    ['request', 'accept', 'askToCancel'],
    'IN_PROGRESS',
    'CANCELLATION_REQUESTED',
    ['CREATE_FULFILLMENT', 'CANCEL_FULFILLMENT_ORDER'],
  ],
  ['cancelled', ['request', 'accept', 'askToCancel', 'acceptCancellation'], 'CANCELLED', 'CANCELLATION_ACCEPTED', open],
  [
    'not cancelled',
    ['request', 'accept', 'askToCancel', 'rejectCancellation'],
    'IN_PROGRESS',
    'CANCELLATION_REJECTED',
    ['CREATE_FULFILLMENT'],
  ],
  ['shipped', ['request', 'accept', 'ship'], 'CLOSED', 'ACCEPTED', []],
];

test.each(states)(
  'a fulfilment order that is %s allows what Shopify allows',
  async (_name, path, status, requestStatus, actions) => {
    const at = await inState(path);
    const seen = await readIn(at, at.id);
    expect(seen).toMatchObject({status, requestStatus, assignedLocation: {location: {id: at.location}}});
    expect(seen?.supportedActions.map(({action}) => action)).toEqual(actions);
  },
);

const refusals: readonly (readonly [Act, readonly string[]])[] = [
  ['accept', ['requested']],
  ['reject', ['requested']],
  ['close', ['accepted', 'not cancelled']],
  ['acceptCancellation', ['to be cancelled']],
  ['rejectCancellation', ['to be cancelled']],
  ['request', ['new', 'rejected', 'closed by the service', 'cancelled']],
  ['askToCancel', ['accepted']],
  ['ship', ['new', 'accepted', 'rejected', 'closed by the service', 'to be cancelled', 'cancelled', 'not cancelled']],
];
const pairs = refusals.flatMap(([act, allowed]) =>
  states.map(([name, path]) => [act, name, allowed.includes(name) ? 'done' : 'refused', path] as const),
);

test.each(pairs)('%s of a fulfilment order that is %s is %s', async (act, _name, outcome, path) => {
  const at = await inState(path);
  const before = stateOf(at, at.order, at.id);
  const attempted = acts[act](at);
  if (outcome === 'done') {
    await attempted;
    expect(stateOf(at, at.order, at.id)).not.toEqual(before);
  } else {
    await expect(attempted).rejects.toThrow(/can't be|unfulfillable/);
    expect(stateOf(at, at.order, at.id)).toEqual(before);
  }
});

test.each([
  ['rejected', ['request', 'reject'], true],
  ['closed by the service', ['request', 'accept', 'close'], false],
  ['cancelled', ['request', 'accept', 'askToCancel', 'acceptCancellation'], false],
] as const)(
  'what was %s can be asked for again, with the same id only where it is open',
  async (_name, path, isSame) => {
    const at = await inState(path);
    const {submitted} = at.shop.services.request(at.id);
    expect(submitted === at.id).toBe(isSame);
    expect(stateOf(at, at.order, submitted)).toMatchObject({
      status: 'OPEN',
      requestStatus: 'SUBMITTED',
      lines: [{remaining: 1}],
    });
    if (!isSame) expect(stateOf(at, at.order, at.id)).toMatchObject({status: 'CLOSED', lines: []});
  },
);

describe('the merchant cancels without asking', () => {
  test.each([
    ['requested', ['request']],
    ['to be cancelled', ['request', 'accept', 'askToCancel']],
  ] as const)('what is %s: it is closed, and a new fulfilment order takes its place', async (_name, path) => {
    const at = await inState(path);
    const replacement = at.shop.services.cancel(at.id);
    expect(stateOf(at, at.order, at.id)).toMatchObject({status: 'CLOSED', lines: []});
    expect(stateOf(at, at.order, replacement)).toMatchObject({
      status: 'OPEN',
      requestStatus: 'UNSUBMITTED',
      lines: [{remaining: 1}],
    });
  });

  test.each([
    ['accepted', ['request', 'accept']],
    ['shipped', ['request', 'accept', 'ship']],
  ] as const)('but not what is %s, in the recorded words', async (_name, path) => {
    const at = await inState(path);
    expect(() => at.shop.services.cancel(at.id)).toThrow(
      "Fulfillment order is not in cancelable request state and can't be canceled.",
    );
  });
});
