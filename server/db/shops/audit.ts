// Who did what, and when. Deleted only by age or with the shop. Ids, our own texts, the merchant's settings; no buyers' personal data.
import {type Kysely, type Selectable, sql} from 'kysely';
import type {AuditAction} from '#domain/activity/audit-actions.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {trimEndWhile} from '#domain/text.ts';
import type {AuditTable} from '../tables/order-tables.ts';
import type {Tables} from '../tables/tables.ts';

/** An entry of the audit trail as stored. */
export type StoredAudit = Selectable<AuditTable>;

/** One action in the audit trail. */
export type AuditEntry = {
  /** 'app', or 'user:' and Shopify's user id. */
  readonly actor: string;
  readonly action: AuditAction;
  /** What it is about: an id, a kind with an id, a page of settings, or a name such as `sending` or `catalogue-key`. */
  readonly subject: string;
  /** More about the action, as text; null or left out: nothing. */
  readonly detail?: string | null;
  /** The value before the action; null or left out: there was none. */
  readonly before?: string | null;
  /** The value after the action; null or left out: there is none. */
  readonly after?: string | null;
};

/** UTF-8 bytes. A longer detail or value is shortened and says so, so that its length never prevents the entry. */
export const maxDetailBytes = 4_096;

/** Stores one action. Pass the transaction of the action itself. */
export async function saveAudit(db: Kysely<Tables>, shop: ShopDomain, entry: AuditEntry, now: Date): Promise<void> {
  await saveAudits(db, shop, [entry], now);
}

/** Rows per statement: Postgres takes at most 65,535 parameters. */
const rowsPerStatement = 1_000;

/** Stores several entries for one action, for example one per article. Pass the transaction of the action itself. */
export async function saveAudits(
  db: Kysely<Tables>,
  shop: ShopDomain,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < entries.length; at += rowsPerStatement) {
    const rows = entries.slice(at, at + rowsPerStatement).map(({actor, action, subject, detail, before, after}) => ({
      shop,
      at: now,
      actor: actor.slice(0, 100),
      action,
      subject,
      detail: fitDetailOrNull(detail),
      before: fitDetailOrNull(before),
      after: fitDetailOrNull(after),
    }));
    await db.insertInto('audit').values(rows).execute();
  }
}

const fitDetailOrNull = (text: string | null | undefined): string | null => (text == null ? null : fitDetail(text));

/** Ends a text that was shortened. */
const shortenedSuffix = ' … [shortened]';

/** The text, cut between characters to `maxDetailBytes`, and without NUL characters, which no text column accepts. */
function fitDetail(detail: string): string {
  const text = detail.toWellFormed().replaceAll('\0', '');
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= maxDetailBytes) return text;
  const kept = bytes.subarray(0, maxDetailBytes - Buffer.byteLength(shortenedSuffix));
  // A character that was cut through decodes as a replacement character.
  return trimEndWhile(kept.toString('utf8'), (character) => character === '\ufffd') + shortenedSuffix;
}

/** Which entries of the trail are asked for; each part is null, or left out, where it leaves nothing out. */
export type AuditFilter = {
  readonly subject?: string | null;
  /** Only these actions. */
  readonly actions?: readonly string[] | null;
  /** Only this actor; `people`: everyone but the app. */
  readonly actor?: string | null;
};

type AuditPageRequest = AuditFilter & {
  /** The last id of the page before; null: the first page. */
  readonly before?: number | null;
  readonly limit?: number;
};

/** One page of the audit trail, newest first. */
export async function loadAudit(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {subject = null, actions = null, actor = null, before = null, limit = 50}: AuditPageRequest = {},
): Promise<readonly StoredAudit[]> {
  let query = db.selectFrom('audit').selectAll().where('shop', '=', shop);
  if (subject !== null) query = query.where('subject', '=', subject);
  if (actions !== null) query = query.where(sql<boolean>`action = any(${actions}::text[])`);
  if (actor !== null) query = query.where('actor', actor === 'people' ? '<>' : '=', actor === 'people' ? 'app' : actor);
  if (before !== null) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
