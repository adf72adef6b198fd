// Runs and their changes.

import {z} from 'zod';
import {ArticleId} from '#domain/ids.ts';

export const Run = z.object({
  id: z.string(),
  /** selected: only named articles; delete: named products are deleted; edits: products are read back. */
  kind: z.enum(['full', 'daytime', 'preview', 'selected', 'delete', 'edits']),
  trigger: z.enum(['merchant', 'schedule', 'catch_up', 'connected']),
  state: z.enum(['queued', 'running', 'done', 'partial', 'failed', 'stopped']),
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
  /** The merchant's request to the run, and the run's current step. */
  wanted: z.enum(['go', 'pause', 'stop']).default('go'),
  step: z.string().nullable().default(null),
  /** Number of selected articles; null: all. */
  named: z.number().nullable().default(null),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof Run>;

/** GET /api/runs?cursor=…, newest first, 50 a page; GET /api/runs/:id and POST /api/runs/:id/{pause,resume,stop} answer one. */
export const Runs = z.object({runs: z.array(Run), nextCursor: z.string().nullable().default(null)});
export type Runs = z.infer<typeof Runs>;

/** POST /api/runs; a full run without a body. If a run of that kind is open, answers that one. */
export const RunInput = z.object({kind: z.enum(['full', 'preview']).default('full')});

export const changeKinds = ['create', 'update', 'hold', 'retire', 'restore', 'quarantine', 'adopt', 'delete'] as const;

/** GET /api/runs/:id/changes?field=…&kind=…&article=…&cursor=…, in order, 100 a page; …/changes.csv all of them. */
export const ChangesQuery = z.object({
  field: z.string().min(1).max(100).optional(),
  kind: z.enum(changeKinds, {error: 'There is no such kind of change.'}).optional(),
  article: ArticleId.optional(),
  cursor: z.string().max(100).optional(),
});

export const Change = z.object({
  id: z.number(),
  runId: z.string(),
  articleId: z.string(),
  kind: z.enum(changeKinds),
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  why: z.string(),
  /** False: only previewed, or refused by the store. */
  applied: z.boolean(),
  at: z.iso.datetime(),
});
export type Change = z.infer<typeof Change>;

export const Changes = z.object({
  changes: z.array(Change.extend({name: z.string()})),
  nextCursor: z.string().nullable(),
});
export type Changes = z.infer<typeof Changes>;
