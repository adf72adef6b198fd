// What becomes of products whose article is no longer listed or chosen, where the merchant keeps them on sale.
import {expect, it} from 'vitest';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import {oneEngine} from '../../../support/test-app.ts';
import {onEachSyncTestApp} from '../sync-test-app.ts';

const toRule = (brands: string[]) => ChoiceRule.parse({id: 'one', effect: 'include', brands});

// On one engine: `choosing` and `off-sale-brake` send its statements.
onEachSyncTestApp('products kept on sale', {articles: 60, shops: 1, engines: oneEngine}, (app) => {
  it('stay as they are, but for what is left out by hand, and go once the merchant takes the setting back', async () => {
    const {supplier} = app();
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen', 'Ferro Lino'], keepOnSale: true});
    await shop.run();
    const idsOf = (brand: string) =>
      [...shop.products().keys()].filter((id) => supplier.catalogue.get(id)?.brand === brand).toSorted();
    const [byHand = '', unlisted = ''] = idsOf('Sablefen');
    const [other = ''] = idsOf('Ferro Lino');
    const [unchosen = ''] = idsOf('Nordhaag');
    const statuses = () => [byHand, unlisted, unchosen, other].map((id) => shop.product(id).status);

    await shop.merchant.decideByHand(byHand, 'left_out');
    supplier.catalogue.withdraw(unlisted);
    const choice = [toRule(['Sablefen', 'Ferro Lino'])];
    await shop.merchant.saveRules(choice, (await shop.merchant.preview({choice})).id);
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: 1}});
    expect(statuses()).toEqual(['DRAFT', 'ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect((await shop.run()).counts).toMatchObject({retired: 0, writes: 0});

    const seen = await shop.merchant.preview({keepOnSale: false});
    expect(seen.retired).toBe(1 + idsOf('Nordhaag').length);
    await shop.merchant.saveProducts({keepOnSale: false, previewId: seen.id});
    expect(await shop.run()).toMatchObject({state: 'done', counts: {retired: seen.retired}});
    expect(statuses()).toEqual(['DRAFT', 'DRAFT', 'DRAFT', 'ACTIVE']);
  });
});
