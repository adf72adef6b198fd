// Answers about the catalogue: what settings would do, and what runs have stopped. Each is checked against its contract.
import {Brake} from '#contract/approvals.ts';
import {Preview} from '#contract/preview.ts';
import {build} from './answers.ts';

export const aPreview = build(Preview, {
  id: 'preview-1',
  articles: 1198,
  chosen: 212,
  products: 206,
  variants: 2410,
  variantsEstimated: 0,
  created: 0,
  updated: 0,
  unchanged: 206,
  restored: 0,
  retired: 0,
  quarantined: 1,
  left: 0,
  held: {on_request: 5},
  takenOffSale: {},
  unread: 0,
  pricesChanged: 0,
  fieldsWritten: {},
  prices: [],
  pricesNext: null,
  pricesListed: 206,
  charges: [],
  carry: null,
  losing: 0,
  losingOwn: 0,
  losingAlready: 0,
  losingByZone: {},
  aboveRrp: 0,
  aboveRrpAlready: 0,
  brakes: [],
  stopped: {total: 5, items: [], nextFrom: null},
  shipping: 'counted',
  notes: [],
  brake: null,
  variantThreshold: 50_000,
});

export const aBrake = build(Brake, {
  id: '0190b6a0-0000-7000-8000-000000000001',
  runId: '0190b6a0-0000-7000-8000-000000000002',
  kind: 'retire',
  state: 'held',
  reason:
    '52 of 206 products are no longer among the chosen articles. That is unusual, so none of them was taken off sale.',
  articles: 52,
  sample: [
    {articleId: 'A-100', name: 'Fjordline knit jumper'},
    {articleId: 'A-101', name: 'Maison Perrin silk scarf'},
  ],
  createdAt: '2026-11-20T03:31:00.000Z',
  decidedAt: null,
});
