// The shop's items of the catalogue that were read before, by the digest of their bytes: what they were read as is stored, so they need
// no parsing. No shop is told what another one's key was answered.
import {type Kysely, sql} from 'kysely';
import type {ArticleId, ShopDomain} from '#domain/ids.ts';
import type {Tables} from '../tables/tables.ts';
import {createDigestSet, type DigestSet} from './digest-set.ts';

/** The items a shop knows when a run begins. */
export type KnownItems = {
  /** Items that were read as an article, which is stored as it was read. */
  readonly articles: DigestSet;
  /** Items that cannot be read, with what was found. */
  readonly unreadable: ReadonlyMap<string, {readonly id: ArticleId | null; readonly reason: string}>;
};

/** Digests per statement. */
const batchSize = 50_000;

/** Loads all digests of the shop. They are one array, because a large catalogue would fill the memory with objects. */
export async function loadKnownItems(db: Kysely<Tables>, shop: ShopDomain): Promise<KnownItems> {
  const parts: Buffer[] = [];
  for (let after = ''; ; ) {
    const {rows} = await sql<{digests: string | null}>`
      select encode(string_agg(digest, ''::bytea order by digest), 'hex') as digests from (
        select digest from known_items
        where shop = ${shop} and reason is null and digest > decode(${after}, 'hex')
        order by digest limit ${batchSize}
      ) as batch
    `.execute(db);
    const digests = rows[0]?.digests ?? '';
    if (digests === '') break;
    parts.push(Buffer.from(digests, 'hex'));
    after = digests.slice(-32);
  }
  const {rows: unreadable} = await sql<{digest: string; id: ArticleId | null; reason: string}>`
    select encode(digest, 'hex') as digest, article_id as id, reason from known_items
    where shop = ${shop} and reason is not null
  `.execute(db);
  return {
    articles: createDigestSet(Buffer.concat(parts)),
    unreadable: new Map(unreadable.map(({digest, id, reason}) => [digest, {id, reason}])),
  };
}

/** The digests by which these articles are known now; an article that is not known has none. */
export async function loadDigestsOf(
  db: Kysely<Tables>,
  shop: ShopDomain,
  ids: readonly ArticleId[],
): Promise<ReadonlyMap<ArticleId, string>> {
  if (ids.length === 0) return new Map();
  const {rows} = await sql<{id: ArticleId; digest: string}>`
    select article_id as id, encode(digest, 'hex') as digest from known_items
    where shop = ${shop} and article_id = any(${ids}::text[]) and reason is null
  `.execute(db);
  return new Map(rows.map(({id, digest}) => [id, digest]));
}

/** An item that was read: as an article (`reason` null), or as unreadable. */
export type ReadItem = {readonly digest: string; readonly id: ArticleId | null; readonly reason: string | null};

/** Saves what items were read as. Call it after the articles are stored; name each article and each digest once. */
export async function saveKnownItems(db: Kysely<Tables>, shop: ShopDomain, items: readonly ReadItem[]): Promise<void> {
  if (items.length === 0) return;
  const articles = items.flatMap(({id, reason}) => (reason === null && id !== null ? [id] : []));
  const digests = items.map(({digest}) => digest);
  await sql`
    delete from known_items where shop = ${shop}
      and (digest = any(select decode(d, 'hex') from unnest(${digests}::text[]) as d)
        or reason is null and article_id = any(${articles}::text[]))
  `.execute(db);
  await sql`
    insert into known_items (shop, digest, article_id, reason)
    select ${shop}, decode(digest, 'hex'), id, reason
    from unnest(${digests}::text[], ${items.map(({id}) => id)}::text[], ${items.map(({reason}) => reason)}::text[])
      as item (digest, id, reason)
  `.execute(db);
}

/** Forgets unreadable items that the catalogue no longer has. */
export async function forgetUnreadable(
  db: Kysely<Tables>,
  shop: ShopDomain,
  digests: readonly string[],
): Promise<void> {
  if (digests.length === 0) return;
  await sql`
    delete from known_items where shop = ${shop} and reason is not null
      and digest = any(select decode(d, 'hex') from unnest(${digests}::text[]) as d)
  `.execute(db);
}
