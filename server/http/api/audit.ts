import {Router} from 'express';
import {z} from 'zod';
import {loadAudit} from '../../db/shops/audit.ts';
import type {Deps} from '../../deps.ts';
import type {AuditPage} from '../contract/order-settings.ts';
import {parseInput} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {toAuditEntry} from './orders/to-dropship-order.ts';

const pageSize = 50;
const noSuchPage = 'There is no such page. Begin with the first one.';
const noSuchSubject = 'There is no such subject.';

/**
 * The query of GET /api/audit: entries about one subject (null: all), older than the entry with the id `before` (null: from the newest
 * on).
 */
const AuditQuery = z.object({
  subject: z
    .string(noSuchSubject)
    .max(200, noSuchSubject)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), noSuchSubject)
    .nullable()
    .default(null),
  before: z
    .string(noSuchPage)
    .regex(/^[1-9]\d{0,14}$/, noSuchPage)
    .transform(Number)
    .nullable()
    .default(null),
});

export function auditRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/audit', async (req, res) => {
    const {subject, before} = parseInput(AuditQuery, req.query);
    const rows = await loadAudit(db, shopOf(res), {subject, before, limit: pageSize + 1});
    const entries = rows.slice(0, pageSize).map(toAuditEntry);
    const answer: AuditPage = {entries, nextBefore: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null};
    res.json(answer);
  });
  return router;
}
