// Everything that a merchant can take along, as files for spreadsheets.
import {Router} from 'express';
import type {CsvCell} from '#domain/csv.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {eur, toDecimal} from '#domain/money.ts';
import {settingRows} from '#domain/settings/setting-words.ts';
import {settingsUnreadableText} from '#domain/settings/settings.ts';
import {
  type ExportedOrder,
  type ExportedProduct,
  loadExportedOrders,
  loadExportedProducts,
} from '../../../db/departures/export-rows.ts';
import {loadShop, loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {sendCsvFile} from '../../encoding/csv-file.ts';
import {shopOf} from '../../session.ts';

/** Rows that are read at a time. */
const rowsAtOnce = 1_000;

export function exportRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/export/products.csv', async (_req, res) => {
    const shop = shopOf(res);
    const currency = (await loadShop(db, shop))?.currency ?? null;
    const load = (last: ExportedProduct | undefined) =>
      loadExportedProducts(db, shop, last?.articleId ?? '', rowsAtOnce);
    const toLine = (product: ExportedProduct) => toProductLine(product, currency);
    await sendCsvFile(res, 'piecewise-products.csv', productHeadings, readSlices(load, toLine));
  });
  router.get('/export/orders.csv', async (_req, res) => {
    const shop = shopOf(res);
    const load = (last: ExportedOrder | undefined) => loadExportedOrders(db, shop, last?.id ?? null, rowsAtOnce);
    await sendCsvFile(res, 'piecewise-orders.csv', orderHeadings, readSlices(load, toOrderLine));
  });
  router.get('/export/settings.csv', async (_req, res) => {
    const shop = shopOf(res);
    await sendCsvFile(res, 'piecewise-settings.csv', ['setting', 'value'], settingsLines(db, shop));
  });
  return router;
}

/** Reads slice by slice, so that a file of any length is never held whole. */
async function* readSlices<Row>(
  load: (last: Row | undefined) => Promise<readonly Row[]>,
  toLine: (row: Row) => CsvCell[],
): AsyncGenerator<readonly CsvCell[][]> {
  for (let last: Row | undefined; ; ) {
    const rows = await load(last);
    if (rows.length === 0) return;
    yield rows.map(toLine);
    last = rows.at(-1);
  }
}

const productHeadings = [
  'article',
  'sku',
  'name',
  'brand',
  'category',
  'product in Shopify',
  'variants in Shopify',
  'made by Piecewise',
  'state',
  'status in Shopify',
  'why',
  'cost EUR',
  'price',
  'currency',
];

function toProductLine(product: ExportedProduct, currency: string | null): CsvCell[] {
  const {articleId, sku, name, brand, category, productGid, variants, isMade, state, status, reason} = product;
  const {cost, price} = product;
  return [
    articleId,
    sku,
    name,
    brand,
    category,
    productGid,
    variants,
    isMade,
    state,
    status,
    reason,
    cost === null ? null : Number(toDecimal(eur(cost))),
    price === null || currency === null ? null : Number(toDecimal({minor: price, currency})),
    currency,
  ];
}

const orderHeadings = [
  'order',
  'reference',
  'number at the supplier',
  'article',
  'name',
  'pieces',
  'zone',
  'state',
  'price EUR',
  'shipping fee EUR',
  'taken in',
];

function toOrderLine(order: ExportedOrder): CsvCell[] {
  const {orderName, reference, ref, articleId, articleName, quantity, zone, state, price, fee, createdAt} = order;
  const amount = (cents: number | null) => (cents === null ? null : Number(toDecimal(eur(cents))));
  const sums = [amount(price), amount(fee)];
  return [orderName, reference, ref, articleId, articleName, quantity, zone, state, ...sums, createdAt.toISOString()];
}

/** Each setting with its value, in the words of its field; a sentence while what is stored cannot be read. */
async function* settingsLines(db: Deps['db'], shop: ShopDomain): AsyncGenerator<readonly CsvCell[][]> {
  const {settings, isReadable} = await loadStoredSettings(db, shop);
  const currency = (await loadShop(db, shop))?.currency ?? null;
  const showAmount = currency === null ? null : (minor: number) => `${toDecimal({minor, currency})} ${currency}`;
  yield isReadable
    ? settingRows(settings, showAmount).map(([name, value]) => [name, value])
    : [[settingsUnreadableText, null]];
}
