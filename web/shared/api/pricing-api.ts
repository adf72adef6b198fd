// The API of the page Pricing as functions.
import type {Articles} from '#contract/articles.ts';
import type {Shipping} from '#contract/order-money.ts';
import type {Preview} from '#contract/preview.ts';
import type {PriceTry, PriceTryInput} from '#contract/pricing.ts';
import type {Pricing, StoredPricing} from '#contract/settings.ts';
import {ask} from './api.ts';

export const pricingApi = {
  load: (signal: AbortSignal) => ask<StoredPricing>('GET', '/api/pricing', {signal}),
  /** @param pricesFrom the first of the prices to list, worst first. */
  preview: (pricing: Pricing['pricing'], pricesFrom: number, signal?: AbortSignal) =>
    ask<Preview>('POST', '/api/preview', {
      body: {pricing, pricesFrom, charges: true},
      ...(signal === undefined ? {} : {signal}),
    }),
  save: ({pricing}: Pricing, basis: {readonly version: string; readonly previewId?: string}) =>
    ask<Omit<StoredPricing, 'unreadable'>>('PUT', '/api/pricing', {body: {pricing, ...basis}}),
  tryOn: (input: PriceTryInput, signal: AbortSignal) =>
    ask<PriceTry>('POST', '/api/pricing/try', {body: input, signal}),
  shipping: (signal: AbortSignal) => ask<Shipping>('GET', '/api/shipping', {signal}),
  searchArticles: (search: string, signal: AbortSignal) =>
    ask<Articles>('GET', `/api/articles?${new URLSearchParams({search, limit: '5'}).toString()}`, {signal}),
};
