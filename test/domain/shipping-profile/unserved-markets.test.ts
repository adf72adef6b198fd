// Which markets of a store have the countries that the supplier does not serve.
import {describe, expect, it} from 'vitest';
import {marketsOf, type StoreMarket, unservedPart} from '#domain/shipping-profile/unserved-markets.ts';

describe('the markets of countries that are not served', () => {
  const market = (name: string, countries: StoreMarket['countries']): StoreMarket => ({gid: name, name, countries});
  const read = (...markets: readonly StoreMarket[]) => ({markets, isComplete: true});

  it('are named for each country, also where a country is in several', () => {
    const {markets, inNone} = marketsOf(['NO', 'CH'], read(market('Nordics', ['NO']), market('Europe', ['CH', 'NO'])));
    expect(markets.map(({name, countries}) => [name, countries])).toEqual([
      ['Nordics', ['NO']],
      ['Europe', ['NO', 'CH']],
    ]);
    expect(inNone).toEqual([]);
  });

  it('has every country where it is for all of them', () => {
    expect(marketsOf(['NO'], read(market('World', null))).markets).toMatchObject([{name: 'World', countries: ['NO']}]);
  });

  it('are none for a country that no active market has', () => {
    expect(marketsOf(['NO'], read(market('Europe', ['CH'])))).toEqual({markets: [], inNone: ['NO']});
  });

  it('keeps no country that is served, and no market with such countries alone', () => {
    const kept = unservedPart(read(market('Europe', ['DE', 'NO']), market('Home', ['DE']), market('World', null)));
    expect(kept.markets).toEqual([market('Europe', ['NO']), market('World', null)]);
  });
});
