// Routes of the trail of who did what: a page of it, and all of it as a file.
import {Router} from 'express';
import {z} from 'zod';
import {actionsOf, auditKinds, auditText, kindOf} from '#domain/activity/audit-actions.ts';
import type {CsvCell} from '#domain/csv.ts';
import {ArticleId, DropshipOrderId, type ShopDomain} from '#domain/ids.ts';
import {loadArticleNames} from '../../../db/listings/listing-facts.ts';
import {loadOrderNames} from '../../../db/orders/order-names.ts';
import {loadAudit, type StoredAudit} from '../../../db/shops/audit.ts';
import {loadShop} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {AuditFilter, type AuditPage, type NamedAuditEntry} from '../../contract/activity/audit.ts';
import {sendCsvFile} from '../../encoding/csv-file.ts';
import {parseInput} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {toAuditEntry} from '../orders/to-dropship-order.ts';

type AuditDeps = Pick<Deps, 'db' | 'now'>;

const pageSize = 50;
const noSuchPage = 'There is no such page. Begin with the first one.';

/** `before`: the id of the last entry of the page before; null: the first page. */
const AuditQuery = AuditFilter.extend({
  before: z
    .string(noSuchPage)
    .regex(/^[1-9]\d{0,14}$/, noSuchPage)
    .transform(Number)
    .nullable()
    .default(null),
});

export function auditRoutes(deps: AuditDeps): Router {
  const router = Router();
  router.get('/audit', async (req, res) => {
    const {before, ...filter} = parseInput(AuditQuery, req.query);
    const shop = shopOf(res);
    const rows = await loadAudit(deps.db, shop, {...toStoredFilter(filter), before, limit: pageSize + 1});
    const entries = await nameEntries(deps, shop, rows.slice(0, pageSize));
    const nextBefore = rows.length > pageSize ? (entries.at(-1)?.id ?? null) : null;
    const currency = (await loadShop(deps.db, shop))?.currency ?? null;
    res.json({you: actorOf(res), currency, entries: [...entries], nextBefore} satisfies AuditPage);
  });
  router.get('/audit.csv', async (req, res) => {
    const filter = parseInput(AuditFilter, req.query);
    const name = `activity-${deps.now().toISOString().slice(0, 10)}.csv`;
    await sendCsvFile(res, name, headings, toLines(deps, shopOf(res), filter));
  });
  return router;
}

const toStoredFilter = ({kind, by, subject}: AuditFilter) => ({
  actions: kind === null ? null : actionsOf(kind),
  actor: by,
  subject,
});

/** Looks up what the entries are about: the store's name of an order, the article of a product. */
async function nameEntries(
  {db}: AuditDeps,
  shop: ShopDomain,
  rows: readonly StoredAudit[],
): Promise<readonly NamedAuditEntry[]> {
  const entries = rows.map((row) => ({...toAuditEntry(row), kind: kindOf(row.action)}));
  const subjectsOf = (...kinds: readonly NamedAuditEntry['kind'][]) => [
    ...new Set(entries.filter(({kind}) => kinds.includes(kind)).map(({subject}) => subject)),
  ];
  const articles = await loadArticleNames(
    db,
    shop,
    subjectsOf('products').flatMap((id) => ArticleId.safeParse(id).data ?? []),
  );
  const orders: ReadonlyMap<string, string> = await loadOrderNames(
    db,
    shop,
    subjectsOf('orders', 'refunds').flatMap((id) => DropshipOrderId.safeParse(id).data ?? []),
  );
  return entries.map((entry) => ({...entry, name: articles.get(entry.subject) ?? orders.get(entry.subject) ?? null}));
}

const headings = ['time', 'person', 'kind', 'action', 'about', 'name', 'detail', 'before', 'after'] as const;
const linesPerBatch = 1_000;

async function* toLines(
  deps: AuditDeps,
  shop: ShopDomain,
  filter: AuditFilter,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  let before: number | null = null;
  for (;;) {
    const page: AuditRequest = {...toStoredFilter(filter), before, limit: linesPerBatch};
    const rows = await loadAudit(deps.db, shop, page);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield (await nameEntries(deps, shop, rows)).map(toCells);
    before = last.id;
  }
}

type AuditRequest = NonNullable<Parameters<typeof loadAudit>[2]>;

const toCells = ({at, actor, kind, action, subject, name, detail, before, after}: NamedAuditEntry) => [
  at,
  actor === 'app' ? 'Piecewise' : actor,
  kind === null ? '' : auditKinds[kind],
  auditText(action),
  subject,
  name ?? '',
  detail ?? '',
  before ?? '',
  after ?? '',
];
