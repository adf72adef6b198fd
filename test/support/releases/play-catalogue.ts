// What a merchant does with the catalogue in any released program: keys, choice, prices, an import, edits, quarantined articles, an undo, and
// articles that go, which a brake holds.
import {endOfRun, listIn, type PlayedShop, type Program} from './played-shop.ts';

export async function playCatalogue(shop: PlayedShop, program: Program): Promise<void> {
  const {supplier, store} = shop;
  const ask = (method: string, path: string, body?: object) => shop.ask(program, method, path, body);
  await ask('PUT', '/connection/catalogue-key', {key: supplier.issueKey('catalogue')});
  await ask('PUT', '/connection/dropship-key', {key: supplier.issueKey('dropship')});
  await endOfRun(shop, program);
  await choose(shop, program);

  const ids = supplier.catalogue.listed().map(({id}) => id);
  // Articles that cannot be read are quarantined.
  supplier.misbehave({a: 'products', does: {kind: 'entries', fault: 'other-currency', at: [0, 1]}});
  await run(shop, program, 'POST', '/runs');
  // The merchant edits one product in the store, deletes another there, leaves an article out, and keeps the price of a third.
  const [edited, deleted, kept] = store.products();
  if (edited === undefined || deleted === undefined || kept === undefined) throw new Error('nothing was imported');
  store.editProduct(edited.id, {title: 'A title of the merchant'});
  store.deleteProduct(deleted.id);
  await run(shop, program, 'PUT', '/articles/hand', {articleIds: [ids.at(-2)], hand: 'left_out'});
  const article = kept.articleId ?? '';
  await ask('PUT', `/articles/${encodeURIComponent(article)}/fields/price`, {owner: 'merchant'});
}

/** Many articles are gone: the brake holds what would leave the store. The quarantined ones stay. */
export async function playBrake(shop: PlayedShop, program: Program): Promise<void> {
  const ids = shop.supplier.catalogue.listed().map(({id}) => id);
  for (const id of ids.slice(2, ids.length / 2)) shop.supplier.catalogue.withdraw(id);
  await run(shop, program, 'POST', '/runs');
}

/** Where that program can undo a run: higher prices, a run, and its undo. */
export async function playUndo(shop: PlayedShop, program: Program): Promise<void> {
  const ask = (method: string, path: string, body?: object) => shop.ask(program, method, path, body);
  const preview = async () => {
    const path = `/runs/${String((await endOfRun(shop, program))['id'])}/undo`;
    return {path, answer: await ask('GET', path).catch(() => null)};
  };
  if ((await preview()).answer === null) return;
  await savePricing(shop, program, {markupPercent: 70});
  await run(shop, program, 'POST', '/runs');
  const {path, answer} = await preview();
  await run(shop, program, 'POST', path, {previewId: answer?.['previewId']});
  await savePricing(shop, program, {markupPercent: 60});
}

async function savePricing(shop: PlayedShop, program: Program, change: object): Promise<void> {
  const ask = (method: string, path: string, body?: object) => shop.ask(program, method, path, body);
  const pricing = {...((await ask('GET', '/pricing'))['pricing'] as object), ...change};
  const {id} = await ask('POST', '/preview', {pricing});
  await ask('PUT', '/pricing', {pricing, previewId: id});
}

async function run(shop: PlayedShop, program: Program, method: string, path: string, body?: object): Promise<void> {
  await shop.ask(program, method, path, body);
  await endOfRun(shop, program);
}

/** The short form of the settings held the choice, and then the prices, before both had forms of their own. */
async function choose(shop: PlayedShop, program: Program): Promise<void> {
  const ask = (method: string, path: string, body?: object) => shop.ask(program, method, path, body);
  const brands = listIn(await ask('GET', '/choices'), 'brands').map(({name}) => name);
  const settings = await ask('GET', '/settings');
  const {version: _version, ...form} = settings;
  const prices = {markupPercent: 60, vatPercent: 19};
  if ('choice' in settings) {
    await ask('PUT', '/settings', {...form, ...prices, choice: {brands, categories: []}, newProducts: 'active'});
  } else {
    await ask('PUT', '/settings', {...form, newProducts: 'active', delayMinutes: 0});
    const choice = [{id: 'chosen', effect: 'include', brands}];
    const {id: chosen} = await ask('POST', '/preview', {choice});
    await ask('PUT', '/rules', {choice, previewId: chosen});
    await savePricing(shop, program, prices);
  }
}
