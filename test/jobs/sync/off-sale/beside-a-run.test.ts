// A product is taken off sale while a run is at work that planned it before: neither undoes what the other did.
import {expect, it} from 'vitest';
import type {z} from 'zod';
import {syncCatalogue} from '../../../../jobs/sync-catalogue.ts';
import type {TakenOffSale} from '../../../../server/http/contract/article.ts';
import type {Admin} from '../../../../server/shopify/client/admin.ts';
import {onEachSyncTestApp, type Shop} from '../sync-test-app.ts';
import {undoTestApp} from '../undo/undo-test-app.ts';

onEachSyncTestApp('a product taken off sale at once beside a run', {articles: 60, shops: 11}, (app) => {
  const {lastRun, moveCost, queueUndo} = undoTestApp(app);
  const imported = async (settings = {}) => {
    const shop = await app().openShop({brands: ['Nordhaag', 'Sablefen'], ...settings});
    await shop.run();
    const [id = '', other = ''] = [...shop.products().keys()].toSorted();
    return {shop, id, other};
  };
  /** The supplier drops the article, a run makes its product a draft, and the supplier has it again. */
  const toBeRestored = async () => {
    const {shop, id, other} = await imported();
    app().supplier.catalogue.withdraw(id);
    await shop.run();
    app().supplier.catalogue.restore(id);
    expect(shop.product(id).status).toBe('DRAFT');
    return {shop, id, other};
  };
  type Answer = z.infer<typeof TakenOffSale>;
  /** A run, and `meanwhile` right before it sends the first operation of that name about the product (null: any). */
  const runWith = async (
    shop: Shop,
    at: {readonly operation: RegExp; readonly gid: string | null},
    meanwhile: () => Promise<Answer>,
    message: Partial<Parameters<typeof syncCatalogue>[1]> = {},
  ) => {
    const {deps, clock} = app();
    const answers: Answer[] = [];
    const admin: Admin = {
      async call(of, operation, variables, signal) {
        const isIt = at.operation.test(operation.document) && JSON.stringify(variables).includes(at.gid ?? '');
        if (isIt && answers.length === 0) answers.push(await meanwhile());
        return deps.admin.call(of, operation, variables, signal);
      },
    };
    clock.turn(1_000);
    const given = {shop: shop.domain, kind: 'full', trigger: 'merchant', ...message} as const;
    const run = await syncCatalogue({...deps, admin}, given);
    const [answer] = answers;
    if (answer === undefined) throw new Error('The run never came to that point.');
    return {run, answer};
  };
  const beforeWrites = {operation: /query PriceFacts/, gid: null};
  const writeOf = (shop: Shop, id: string) => ({
    operation: /mutation Product(Update|Set|VariantsUpdate)|mutation \w*Variants/,
    gid: shop.product(id).id,
  });
  const statusOf = (shop: Shop, id: string) => ({operation: /query ProductState/, gid: shop.product(id).id});
  const expectOffSale = async (shop: Shop, id: string) => {
    const {state, reasonCode, takenOffSale, takenFrom} = await shop.listing(id);
    const stored = {state, reasonCode, takenOffSale, takenFrom};
    expect(stored).toEqual({state: 'retired', reasonCode: 'left_out', takenOffSale: true, takenFrom: 'ACTIVE'});
    expect(shop.product(id).status).toBe('DRAFT');
  };
  const expectBackWhenChosen = async (shop: Shop, id: string) => {
    await shop.merchant.decideByHand(id, 'picked');
    await shop.run();
    expect(shop.product(id).status).toBe('ACTIVE');
    expect(await shop.listing(id)).toMatchObject({state: 'active', takenOffSale: false});
  };

  it('that was to put the product on sale again does not begin to', async () => {
    const {shop, id} = await toBeRestored();
    const {run, answer} = await runWith(shop, beforeWrites, () => shop.merchant.takeOffSale(id));
    expect(answer.isOffSale).toBe(true);
    expect(run).toMatchObject({state: 'done', counts: {restored: 0}});
    await expectOffSale(shop, id);
    await expectBackWhenChosen(shop, id);
  });

  it('that is just putting the product on sale is waited for: the page says so, and the same run takes it off sale', async () => {
    const {shop, id} = await toBeRestored();
    const {run, answer} = await runWith(shop, writeOf(shop, id), () => shop.merchant.takeOffSale(id));
    expect(answer).toMatchObject({isOffSale: false, article: {hand: 'left_out'}});
    expect(answer.text).toMatch(
      /^An update has begun to put this product on sale and has not ended\. .*try again now\.$/,
    );
    expect(run).toMatchObject({state: 'done', counts: {restored: 1, retired: 1}});
    await expectOffSale(shop, id);
    await expectBackWhenChosen(shop, id);
  });

  it('that writes a new price keeps what the merchant decided, in the store and in the listing', async () => {
    const {shop, id} = await imported();
    const back = moveCost(id, 1.1);
    const {run, answer} = await runWith(shop, writeOf(shop, id), () => shop.merchant.takeOffSale(id));
    back();
    expect(answer.isOffSale).toBe(true);
    expect(run).toMatchObject({state: 'done'});
    await expectOffSale(shop, id);
    await expectBackWhenChosen(shop, id);
  });

  it('that takes the same product off sale for a reason of its own keeps that it was the app', async () => {
    const {shop, id} = await imported();
    app().supplier.catalogue.withdraw(id);
    const {answer} = await runWith(shop, statusOf(shop, id), () => shop.merchant.takeOffSale(id));
    app().supplier.catalogue.restore(id);
    expect(answer.isOffSale).toBe(true);
    expect(await shop.listing(id)).toMatchObject({state: 'retired', takenOffSale: true, takenFrom: 'ACTIVE'});
    expect(shop.product(id).status).toBe('DRAFT');
    await expectBackWhenChosen(shop, id);
  });

  it('that makes the product a draft because its price is on request now keeps that it was the app', async () => {
    const {shop, id} = await imported();
    const {catalogue} = app().supplier;
    const pricing = catalogue.get(id)?.pricing ?? 'fixed';
    catalogue.change(id, {pricing: 'on_request'});
    const {answer} = await runWith(shop, statusOf(shop, id), () => shop.merchant.takeOffSale(id));
    catalogue.change(id, {pricing});
    expect(answer.isOffSale).toBe(true);
    await expectOffSale(shop, id);
    await expectBackWhenChosen(shop, id);
  });

  it('that is just making the product is waited for too: that there is no product is not said', async () => {
    const {id} = await imported();
    const fresh = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
    const at = {operation: /mutation ProductSet/, gid: id};
    const {answer} = await runWith(fresh, at, () => fresh.merchant.takeOffSale(id));
    expect(answer).toMatchObject({isOffSale: false, article: {hand: 'left_out'}});
    expect(answer.text).toMatch(/^An update has begun to put this product on sale/);
    await fresh.run();
    await expectOffSale(fresh, id);
  });

  it('that was to make the product does not make it', async () => {
    const {shop, id} = await imported();
    const fresh = await app().openShop({brands: ['Nordhaag', 'Sablefen']});
    const {answer} = await runWith(fresh, beforeWrites, () => fresh.merchant.takeOffSale(id));
    expect(answer.text).toContain('no product in your store');
    expect([fresh.products().has(id), fresh.products().size]).toEqual([false, shop.products().size - 1]);
  });

  it('that undoes a retirement is waited for; after it, the product is taken off sale', async () => {
    const {shop, id} = await imported();
    app().supplier.catalogue.withdraw(id);
    await shop.run();
    const runId = await queueUndo(shop, (await lastRun(shop)).id);
    const {answer} = await runWith(shop, writeOf(shop, id), () => shop.merchant.takeOffSale(id), {runId, kind: 'undo'});
    app().supplier.catalogue.restore(id);
    expect([answer.isOffSale, shop.product(id).status]).toEqual([false, 'ACTIVE']);
    expect((await shop.merchant.takeOffSale(id)).isOffSale).toBe(true);
    await expectOffSale(shop, id);
  });

  it('that ended while it put the product on sale is not waited for', async () => {
    const {shop, id} = await toBeRestored();
    const died = new Error('The worker ended.');
    await runWith(shop, writeOf(shop, id), () => Promise.reject(died)).catch(() => {});
    expect((await lastRun(shop)).state).not.toBe('running');
    expect((await shop.merchant.takeOffSale(id)).isOffSale).toBe(true);
    await shop.run();
    expect(await shop.listing(id)).toMatchObject({state: 'retired', reasonCode: 'left_out'});
    expect(shop.product(id).status).toBe('DRAFT');
  });
});
