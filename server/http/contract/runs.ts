// Runs and their changes.

import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';

/** States of a run. queued and running: it is under way; the others are its end; partial: it ended, but not all of its work was done. */
const runStates = ['queued', 'running', 'done', 'partial', 'failed', 'stopped'] as const;

/** Kinds of a run; `Run.kind` says what each does. */
export const runKinds = [
  'full',
  'daytime',
  'preview',
  'selected',
  'delete',
  'edits',
  'undo',
  'trial',
  'departure',
] as const;

/** One pass of the app over the catalogue, or over some articles, for one shop. */
export const Run = z.object({
  id: z.string(),
  /**
   * selected: only named articles; delete: named products are deleted; edits: products are read back; undo: a run is undone; trial: a few
   * articles before all others; departure: what becomes of the products when the merchant stops using the app.
   */
  kind: z.enum(runKinds),
  trigger: z.enum(['merchant', 'schedule', 'catch_up', 'connected']),
  state: z.enum(runStates),
  reason: z.string().nullable(),
  counts: z.object({
    articles: z.number(),
    listed: z.number(),
    chosen: z.number(),
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    held: z.number(),
    retired: z.number(),
    restored: z.number(),
    quarantined: z.number(),
    writes: z.number(),
  }),
  /**
   * `wanted`: what the merchant asked of the run (go: nothing, or to go on after a pause). `step`: what the run does now; null: not
   * stated.
   */
  wanted: z.enum(['go', 'pause', 'stop']).default('go'),
  step: z.string().nullable().default(null),
  /** Number of selected articles; null: all. */
  named: z.number().nullable().default(null),
  /**
   * How many of the chosen articles are done; null while the run does not work on them. `perMinute` and `leftMs` are null while not known.
   */
  progress: z
    .object({
      done: z.number(),
      total: z.number(),
      perMinute: z.number().nullable(),
      /** Milliseconds until the chosen articles are done. */
      leftMs: z.number().nullable(),
    })
    .nullable()
    .default(null),
  /** The run that this one undoes. */
  undoes: z.string().nullable().default(null),
  /** The run's newest undo; only in the answers of GET /api/runs and GET /api/runs/:id. */
  undo: z
    .object({id: z.string(), state: z.enum(runStates), startedAt: z.iso.datetime()})
    .nullable()
    .default(null),
  /** Of an undo: how many products still have something as it set it back; only in the answer of GET /api/runs/:id. */
  setBack: z.number().nullable().default(null),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof Run>;

/** GET /api/runs?kind=… (repeatable) &cursor=…, newest first, 50 a page. GET /api/runs/:id, POST …/{pause,resume,stop} answer one `Run`. */
export const Runs = z.object({runs: z.array(Run), nextCursor: z.string().nullable().default(null)});
export type Runs = z.infer<typeof Runs>;

/** The query of GET /api/runs; `kind` may be repeated, and without it all kinds are answered. */
export const RunsQuery = z.object({
  kind: z
    .preprocess(
      (given) => (given === undefined ? undefined : [given].flat()),
      z.array(z.enum(runKinds)).max(runKinds.length).optional(),
    )
    .optional(),
  cursor: z.string().max(200).optional(),
});

/** POST /api/runs; a full run without a body. Answers the open run of that kind, if any; the merchant's first full run is always new. */
export const RunInput = z.object({kind: z.enum(['full', 'preview']).default('full')});

/**
 * Kinds of what a run recorded about an article; hold: the product became a draft; adopt: a product of the store was linked to its
 * article.
 */
export const changeKinds = [
  'create',
  'update',
  'hold',
  'retire',
  'restore',
  'quarantine',
  'adopt',
  'delete',
  'undo',
] as const;

/** GET /api/runs/:id/changes?field=…&kind=…&article=…&cursor=…, in order, 100 a page; …/changes.csv all of them, filtered alike. */
export const ChangesQuery = z.object({
  field: z.string().min(1).max(100).optional(),
  kind: z.enum(changeKinds, {error: 'There is no such kind of change.'}).optional(),
  article: ArticleId.optional(),
  cursor: z.string().max(100).optional(),
});

/** One changed field of one article's product, as a run recorded it. */
export const Change = z.object({
  id: z.number(),
  runId: z.string(),
  articleId: z.string(),
  kind: z.enum(changeKinds),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  why: z.string(),
  /** False: only previewed, or a value that an undo did not set back. */
  applied: z.boolean(),
  at: z.iso.datetime(),
});
export type Change = z.infer<typeof Change>;

/** One page of a run's changes, with the names of the articles. */
export const Changes = z.object({
  changes: z.array(Change.extend({name: z.string()})),
  nextCursor: z.string().nullable(),
});
export type Changes = z.infer<typeof Changes>;

/** GET /api/runs/:id/summary: how many changes of each kind and field the run has. */
export const ChangeCounts = z.object({
  counts: z.array(z.object({kind: z.enum(changeKinds), field: z.string(), applied: z.boolean(), count: z.number()})),
});
export type ChangeCounts = z.infer<typeof ChangeCounts>;
