// Who did what, and when. Deleted only by age or with the shop. Ids, our own texts, the merchant's settings; no buyers' personal data.
import type {Kysely, Selectable} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {withoutEnd} from '#domain/text.ts';
import type {AuditTable} from '../tables/order-tables.ts';
import type {Tables} from '../tables/tables.ts';

export type StoredAudit = Selectable<AuditTable>;

export type AuditEntry = {
  /** 'app', or 'user:' and Shopify's user id. */
  readonly actor: string;
  /** For example `approved`, `placed_again`, `buyer_erased`. */
  readonly action: string;
  /** What it is about: an id, a kind with an id, a page of settings, or a name such as `sending` or `catalogue-key`. */
  readonly subject: string;
  readonly detail?: string | null;
  /** The value before and after; null where there was, or is, none. */
  readonly before?: string | null;
  readonly after?: string | null;
};

/** UTF-8 bytes. A longer detail or value is shortened and says so, so that its length never prevents the entry. */
export const longestDetail = 4_096;

/** Pass the transaction of the action itself. */
export async function saveAudit(db: Kysely<Tables>, shop: ShopDomain, entry: AuditEntry, now: Date): Promise<void> {
  await saveAudits(db, shop, [entry], now);
}

/** Rows per statement: Postgres takes at most 65,535 parameters. */
const savedAtOnce = 1_000;

/** Several entries for one action, for example one per article. */
export async function saveAudits(
  db: Kysely<Tables>,
  shop: ShopDomain,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  for (let at = 0; at < entries.length; at += savedAtOnce) {
    const rows = entries.slice(at, at + savedAtOnce).map(({actor, action, subject, detail, before, after}) => ({
      shop,
      at: now,
      actor: actor.slice(0, 100),
      action,
      subject,
      detail: fittedOrNull(detail),
      before: fittedOrNull(before),
      after: fittedOrNull(after),
    }));
    await db.insertInto('audit').values(rows).execute();
  }
}

const fittedOrNull = (text: string | null | undefined): string | null => (text == null ? null : fitted(text));

const cutMark = ' … [shortened]';

/** Cut between characters. Removes NUL characters, which no text column accepts. */
function fitted(detail: string): string {
  const text = detail.toWellFormed().replaceAll('\0', '');
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= longestDetail) return text;
  const kept = bytes.subarray(0, longestDetail - Buffer.byteLength(cutMark));
  // A character that was cut through decodes as a replacement character.
  return withoutEnd(kept.toString('utf8'), (character) => character === '\ufffd') + cutMark;
}

/** Newest first; `subject` limits it to one thing. `before` is the last id of the previous page. */
export async function loadAudit(
  db: Kysely<Tables>,
  shop: ShopDomain,
  {subject = null, before = null, limit = 50}: {subject?: string | null; before?: number | null; limit?: number} = {},
): Promise<readonly StoredAudit[]> {
  let query = db.selectFrom('audit').selectAll().where('shop', '=', shop);
  if (subject !== null) query = query.where('subject', '=', subject);
  if (before !== null) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}
