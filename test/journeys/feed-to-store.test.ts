import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type House, houseEngines, importEverything, openHouse} from '../support/house.ts';

describe.each(houseEngines)('from the feed into the store, on %s', (engine) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine);
    await importEverything(house);
  });
  afterAll(() => house.close());

  it('every variant is untracked, without quantities and without barcode', () => {
    const variants = house.store.products().flatMap((product) => product.variants);
    expect(variants.length).toBeGreaterThan(20);
    for (const variant of variants) {
      expect(variant).toMatchObject({tracked: false, inventoryQuantity: null, barcode: null});
    }
  });
});
