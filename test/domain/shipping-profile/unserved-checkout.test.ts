// Whether shoppers in countries without delivery can order articles, which Home says.
import {describe, expect, it} from 'vitest';
import {toUnservedCheckout} from '#domain/shipping-profile/unserved-checkout.ts';

describe('orders from countries that are not served', () => {
  const on = {want: 'on', wish: 3, settled_wish: 3, is_settled: true, stopped: null, changes: []} as const;

  it('are refused at checkout once the profile has all products', () => {
    expect(toUnservedCheckout(on, false, 0)).toBe('refused');
    expect(toUnservedCheckout({...on, changes: [{what: 'price'}]}, false, 0)).toBe('refused');
  });

  it.each([
    ['no profile was asked for', null, 0],
    ['it is off', {...on, want: 'off'}, 0],
    ['it is on trial', {...on, want: 'trial'}, 0],
    ['the last wish was not reached, and no worker goes on', {...on, settled_wish: 2}, 0],
    ['something hinders it', {...on, stopped: 'refused'}, 0],
    ['someone has put a variant into another profile', on, 1],
    ['the merchant changed the countries of a zone', {...on, changes: [{what: 'countries'}]}, 0],
  ] as const)('can come as the shipping zones say where %s', (_case, profile, taken) => {
    expect(toUnservedCheckout(profile, false, taken)).toBe('by_zones');
  });

  it('are not spoken of while the profile with all products is being written, but where a variant is elsewhere', () => {
    const written = {...on, settled_wish: 2, is_settled: false};
    expect(toUnservedCheckout(written, false, 0)).toBe('being_written');
    expect(toUnservedCheckout({...written, want: 'trial'}, false, 0)).toBe('by_zones');
    expect(toUnservedCheckout(written, false, 1)).toBe('by_zones');
    expect(toUnservedCheckout({...on, is_settled: false}, false, 0), 'looked at again').toBe('refused');
  });

  it('can come as the markets say where those have the rates', () => {
    expect(toUnservedCheckout(on, true, 0)).toBe('by_markets');
    expect(toUnservedCheckout(on, null, 0)).toBe('by_zones');
  });
});
