// The next step of a fulfilment service, by what is wanted and what Shopify shows.
import {describe, expect, test} from 'vitest';
import {
  findService,
  planService,
  type ServiceFacts,
  type ShownService,
} from '#domain/fulfilment-service/plan-service.ts';

const callbackUrl = 'https://app.test/fulfilment';
const own: ShownService = {gid: 'gid://s/1?id=true', locationGid: 'gid://l/1', name: 'Piecewise', callbackUrl};
const other: ShownService = {...own, gid: 'gid://s/2?id=true', callbackUrl: 'https://other.test/'};
const nothing: ServiceFacts = {
  want: 'on',
  isPermitted: true,
  isMade: false,
  found: null,
  callbackUrl,
  rates: 'yes',
  hasToMove: false,
  withoutRates: 'none',
  hasToGiveBack: false,
  hasRefused: false,
};
const made: ServiceFacts = {...nothing, isMade: true, found: {service: own, isOurs: true}};
const stepOf = (facts: Partial<ServiceFacts>, from = made) => {
  const step = planService({...from, ...facts});
  return step.kind === 'stop' ? `stop ${step.why}` : step.kind;
};

describe('the next step', () => {
  test.each<[string, Partial<ServiceFacts>, ServiceFacts]>([
    ['create', {}, nothing],
    ['adopt', {found: {service: own, isOurs: true}}, nothing],
    ['reattach', {found: {service: other, isOurs: false}}, nothing],
    ['settled', {found: {service: other, isOurs: false}, want: 'off'}, nothing],
    ['stop not_permitted', {isPermitted: false}, nothing],
    ['settled', {isPermitted: false, want: 'off'}, nothing],
    ['stop not_permitted', {isPermitted: false, want: 'off', found: null}, made],
    ['reattach', {found: {service: {...own, callbackUrl: `${callbackUrl}/old`}, isOurs: true}}, made],
    ['stop removed', {found: null}, made],
    ['stop removed', {found: {service: other, isOurs: false}}, made],
    ['give_back', {found: null, hasToGiveBack: true}, made],
    ['forget', {found: null, want: 'off'}, made],
    ['stop refused', {found: null, want: 'off', hasRefused: true}, made],
    ['settled', {}, made],
    ['move', {hasToMove: true}, made],
    ['give_back', {hasToMove: true, hasToGiveBack: true}, made],
    ['stop no_profile', {hasToMove: true, rates: 'no'}, made],
    ['await_rates', {hasToMove: true, rates: 'soon'}, made],
    ['move', {hasToMove: true, withoutRates: 'soon'}, made],
    ['await_rates', {withoutRates: 'soon'}, made],
    ['stop no_profile', {withoutRates: 'no'}, made],
    ['give_back', {want: 'off', hasToGiveBack: true}, made],
    ['stop refused', {want: 'off', hasRefused: true}, made],
    ['remove', {want: 'off'}, made],
  ])('is %s with %j', (step, facts, from) => {
    expect(stepOf(facts, from)).toBe(step);
  });
});

describe('the app’s service is found', () => {
  test('by its id, whatever is appended to it', () => {
    expect(findService([other, own], {gid: 'gid://s/2', callbackUrl})).toEqual({service: other, isOurs: true});
  });

  test('by the address that Shopify calls, then by its name as Shopify compares names', () => {
    const named = {...other, name: 'PIECE-WISE'};
    expect(findService([other, own], {gid: null, callbackUrl})).toEqual({service: own, isOurs: true});
    expect(findService([named], {gid: null, callbackUrl})).toEqual({service: named, isOurs: false});
    expect(findService([{...other, name: 'Manual', callbackUrl: null}], {gid: null, callbackUrl})).toBe(null);
  });
});
