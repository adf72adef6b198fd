import {Router} from 'express';
import {z} from 'zod';
import {loadAudit} from '../../db/shops/audit.ts';
import type {Deps} from '../../deps.ts';
import type {AuditPage} from '../contract/order-settings.ts';
import {parseInput} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {toAuditEntry} from './orders/to-dropship-order.ts';

const pageSize = 50;
const noPage = 'There is no such page. Begin with the first one.';
const noSubject = 'There is no such subject.';

const Query = z.object({
  subject: z
    .string(noSubject)
    .max(200, noSubject)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), noSubject)
    .nullable()
    .default(null),
  before: z
    .string(noPage)
    .regex(/^[1-9]\d{0,14}$/, noPage)
    .transform(Number)
    .nullable()
    .default(null),
});

export function auditRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/audit', async (req, res) => {
    const {subject, before} = parseInput(Query, req.query);
    const rows = await loadAudit(db, shopOf(res), {subject, before, limit: pageSize + 1});
    const entries = rows.slice(0, pageSize).map(toAuditEntry);
    const answer: AuditPage = {entries, nextBefore: rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null};
    res.json(answer);
  });
  return router;
}
