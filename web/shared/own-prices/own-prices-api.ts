// The requests about own prices. Nothing is saved without the id of the preview that showed it.
import type {OwnPrices} from '#contract/products/own-prices.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {callApi, downloadFile} from '../api/api.ts';

/** An article and the own price that it is to have; null: none. */
export type OwnPriceChange = {readonly articleId: string; readonly own: OwnPrice | null};

/** How many articles one request may name. */
export const ownPricesPart = {entries: 200, bytes: 150_000};

export const ownPricesApi = {
  look: (changes: readonly OwnPriceChange[]) => callApi<OwnPrices>('POST', '/api/own-prices', {body: {changes}}),
  save: (changes: readonly OwnPriceChange[], previewId: string, applyNow: boolean) =>
    callApi<OwnPrices>('POST', '/api/own-prices', {body: {changes, previewId, applyNow}}),
  file: () => downloadFile('/api/own-prices.csv'),
};
