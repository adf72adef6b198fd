// The file of all own prices of a shop, in the columns that a list of own prices may have (`own-prices/read-list.ts`).
import type {Response} from 'express';
import type {CsvCell} from '#domain/csv.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {ownPriceCell, ownPriceColumns} from '#domain/pricing/own-prices/read-list.ts';
import {loadOwnPricePage, type NamedOwnPrice} from '../../../db/own-prices/own-prices.ts';
import type {Deps} from '../../../deps.ts';
import {sendCsvFile} from '../../encoding/csv-file.ts';

type Db = Pick<Deps, 'db'>;

/** Sends the file. An amount in another currency than the store's names it, so that it is not read as one of the store's. */
export async function sendOwnPricesFile({db}: Db, shop: ShopDomain, res: Response): Promise<void> {
  await sendCsvFile(res, 'own-prices.csv', [...ownPriceColumns, 'name'], linesOf({db}, shop));
}

const pageSize = 1_000;

async function* linesOf({db}: Db, shop: ShopDomain): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  let after = '';
  for (;;) {
    const page = await loadOwnPricePage(db, shop, {after, limit: pageSize});
    const last = page.at(-1);
    if (last === undefined) return;
    yield page.map(({id, own, name}: NamedOwnPrice) => [id, ownPriceCell(own), name]);
    after = last.id;
  }
}
