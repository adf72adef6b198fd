// The API of the page Pricing as functions.
import type {Articles} from '#contract/articles.ts';
import type {Shipping} from '#contract/order-money.ts';
import type {Preview} from '#contract/preview.ts';
import type {PriceTry, PriceTryInput} from '#contract/pricing.ts';
import type {Pricing, Saved} from '#contract/settings.ts';
import {callApi} from './api.ts';

export const pricingApi = {
  load: (signal: AbortSignal) => callApi<Saved<Pricing>>('GET', '/api/settings/pricing', {signal}),
  /** @param pricesFrom the first of the prices to list, worst first. */
  preview: (pricing: Pricing['pricing'], pricesFrom: number, signal?: AbortSignal) =>
    callApi<Preview>('POST', '/api/preview', {
      body: {pricing, pricesFrom, charges: true},
      ...(signal === undefined ? {} : {signal}),
    }),
  save: ({pricing}: Pricing, basis: {readonly version: string; readonly previewId?: string}) =>
    callApi<Saved<Pricing>>('PUT', '/api/settings/pricing', {body: {pricing, ...basis}}),
  tryOn: (input: PriceTryInput, signal: AbortSignal) =>
    callApi<PriceTry>('POST', '/api/pricing/try', {body: input, signal}),
  shipping: (signal?: AbortSignal) => callApi<Shipping>('GET', '/api/shipping', signal === undefined ? {} : {signal}),
  searchArticles: (search: string, signal: AbortSignal) =>
    callApi<Articles>('GET', `/api/articles?${new URLSearchParams({search, limit: '5'}).toString()}`, {signal}),
};
