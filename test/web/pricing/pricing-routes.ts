// The part of the page's server that keeps the prices: like the app, it refuses prices without the preview that showed them.
import express from 'express';
import type {Articles} from '#contract/articles.ts';
import type {ApiError} from '#contract/error.ts';
import type {Shipping} from '#contract/order-money.ts';
import type {Preview} from '#contract/preview.ts';
import type {PriceTry} from '#contract/pricing.ts';
import type {Pricing} from '#contract/settings.ts';

export type PricingAnswers = {
  pricing: Pricing;
  /** What prices do; left out: what settings do. */
  pricePreview?: (pricing: Pricing['pricing'], from: number) => Preview;
  preview: Preview;
  shipping: Shipping;
  priceTry: PriceTry;
  foundArticles?: Articles['articles'];
};

type Received = {readonly saved: unknown[]; readonly previewed: unknown[]; readonly tried: unknown[]};

export function pricingRoutes(answers: PricingAnswers, {saved, previewed, tried}: Received): express.Router {
  const router = express.Router();
  router.get('/settings/pricing', (_request, response) => {
    response.json({...withVersion(answers.pricing)});
  });
  router.put('/settings/pricing', ({body}, response) => {
    const {version, pricing, previewId} = body;
    if (version !== withVersion(answers.pricing).version) return void response.status(409).json(changedMeanwhile);
    const isNew = JSON.stringify(pricing) !== JSON.stringify(answers.pricing.pricing);
    if (isNew && previewId === undefined) return void response.status(409).json(notSeen);
    saved.push({pricing, previewId});
    answers.pricing = {...answers.pricing, pricing};
    response.json(withVersion(answers.pricing));
  });
  router.post('/preview', ({body}, response) => {
    previewed.push(body);
    response.json(answers.pricePreview?.(body.pricing, body.pricesFrom ?? 0) ?? answers.preview);
  });
  router.post('/pricing/try', ({body}, response) => {
    tried.push(body);
    const {article} = answers.priceTry;
    response.json(
      body.articleId === undefined
        ? {...answers.priceTry, article: null, cost: body.cost}
        : {...answers.priceTry, article},
    );
  });
  router.get('/shipping', (_request, response) => void response.json(answers.shipping));
  // Five are asked for where an article is looked for by its name.
  router.get('/articles', ({query}, response, next) => {
    if (query.limit !== '5') return next();
    const articles = answers.foundArticles ?? [];
    response.json({articles, nextCursor: null, total: articles.length} satisfies Articles);
  });
  return router;
}

/** A change of what is saved changes its version. */
const withVersion = (pricing: Pricing) => ({...pricing, version: JSON.stringify(pricing)});

const changedMeanwhile: ApiError = {
  error: {code: 'changed_meanwhile', message: 'These settings were saved elsewhere.'},
};
const notSeen: ApiError = {
  error: {code: 'preview_needed', message: 'Prices are saved once their effect was shown.'},
};
