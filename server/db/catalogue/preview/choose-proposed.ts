// Which articles proposed rules choose, without writing anything. Articles that the rules cannot tell apart are decided together, so that a
// hundred thousand of them need not be read one by one; a margin is of each article its own.
import {type RawBuilder, sql} from 'kysely';
import {asksForMargin, type ChoiceFacts, type ChoiceRule, chooser} from '#domain/catalogue/choice-rule.ts';
import type {Leaving} from '#domain/catalogue/plan-leaving.ts';
import type {ArticleId} from '#domain/ids.ts';
import {chooserOf, loadRows} from '../choice.ts';
import {mapInSlices} from '../in-slices.ts';
import type {PreviewWork} from './plans.ts';

export type ProposedChoice = {
  /** Listed, in the order of their ids. */
  readonly ids: readonly ArticleId[];
  /** The products on sale or held that are left out, or no longer listed. */
  readonly leaving: readonly Leaving[];
};

/** Null when the caller no longer waits. Counts the listed articles and the chosen ones. */
export async function chooseProposed(work: PreviewWork): Promise<ProposedChoice | null> {
  const {sum, basis, signal} = work;
  const ids = asksForMargin(basis.settings.choice) ? await chooseEach(work) : await chooseAlike(work);
  if (ids === null || signal?.aborted) return null;
  sum.chosen = ids.length;
  return {ids, leaving: await loadLeaving(work, ids)};
}

async function chooseEach({db, shop, basis, sum, signal}: PreviewWork): Promise<readonly ArticleId[] | null> {
  const choiceOf = chooserOf(basis);
  const ids: ArticleId[] = [];
  for await (const rows of loadRows(db, shop, true)) {
    if (signal?.aborted) return null;
    const listed = rows.filter((row) => row.listed);
    sum.articles += listed.length;
    await mapInSlices(listed, (row) => void (choiceOf(row).chosen && ids.push(row.id)));
  }
  return ids;
}

type Alike = Omit<ChoiceFacts, 'marginPercent'> & {readonly ids: readonly ArticleId[]};

async function chooseAlike({db, shop, basis, sum}: PreviewWork): Promise<readonly ArticleId[]> {
  const {choice} = basis.settings;
  const cost = sql`coalesce((stock->>'price')::bigint, list_price)`;
  const limits = costLimits(choice);
  const isUsed = (fact: (rule: ChoiceRule) => boolean) => choice.some(fact);
  const where = (isNeeded: boolean, column: RawBuilder<unknown>, instead: RawBuilder<unknown>) =>
    isNeeded ? column : instead;
  const {rows} = await sql<Alike>`
    select brand, category, "hasImage", "onRequest", hand, min(cost) as cost, array_agg(article_id) as ids
    from (
      select article_id, hand,
        ${where(
          isUsed(({brands}) => brands.length > 0),
          sql`brand`,
          sql`''`,
        )} as brand,
        ${where(
          isUsed(({categories}) => categories.length > 0),
          sql`category`,
          sql`''`,
        )} as category,
        ${where(
          isUsed(({hasImage}) => hasImage !== null),
          sql`has_image`,
          sql`false`,
        )} as "hasImage",
        ${where(
          isUsed(({onRequest}) => onRequest !== null),
          sql`on_request`,
          sql`false`,
        )} as "onRequest",
        ${where(limits.length > 0, cost, sql`null::bigint`)} as cost,
        ${where(limits.length > 0, sql`width_bucket(${cost}, ${limits}::bigint[])`, sql`0`)} as range
      from articles where shop = ${shop} and listed
    ) as facts
    group by brand, category, "hasImage", "onRequest", hand, range
  `.execute(db);
  const choiceOf = chooser(choice);
  sum.articles = rows.reduce((all, {ids}) => all + ids.length, 0);
  const chosen = await mapInSlices(rows, (alike) =>
    choiceOf({...alike, marginPercent: null}).chosen ? alike.ids : [],
  );
  return chosen.flat().toSorted();
}

/** Between two of them, every rule decides alike whatever the cost is. Both limits of a rule are included. */
const costLimits = (choice: readonly ChoiceRule[]): readonly number[] =>
  [
    ...new Set(choice.flatMap(({costFrom, costTo}) => [costFrom ?? [], costTo === null ? [] : costTo + 1].flat())),
  ].toSorted((one, other) => one - other);

/** Live listings whose article is not among the chosen ones: what the rules say about the others need not be asked again. */
async function loadLeaving({db, shop}: PreviewWork, ids: readonly ArticleId[]): Promise<readonly Leaving[]> {
  const chosen = new Set(ids);
  const live = await db
    .selectFrom('listings')
    .select('article_id')
    .where('shop', '=', shop)
    .where('state', 'in', ['active', 'held'])
    .where('part', '=', '')
    .where(sql<boolean>`absence is distinct from 'keep'`)
    .execute();
  const left = live.map((row) => row.article_id).filter((id) => !chosen.has(id));
  const {rows} = await sql<Omit<Leaving, 'chosen'>>`
    select l.article_id as "articleId", l.state, coalesce(a.listed, false) as listed,
      coalesce(l.absence = 'retire', false) as released, coalesce(a.hand = 'left_out', false) as "leftOut"
    from listings l left join articles a on a.shop = l.shop and a.article_id = l.article_id
    where l.shop = ${shop} and l.part = '' and l.article_id = any(${left}::text[])
    order by l.article_id
  `.execute(db);
  return rows.map((row) => ({...row, chosen: false}));
}
