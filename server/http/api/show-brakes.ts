// Brakes as the API shows them, with the names of their first articles.
import type {ShopDomain} from '#domain/ids.ts';
import {loadArticleNames} from '../../db/listings/listing-facts.ts';
import {loadWaitingBrakes, type WaitingBrake} from '../../db/runs/approvals.ts';
import type {Brake as StoredBrake} from '../../db/runs/brakes.ts';
import type {Deps} from '../../deps.ts';
import type {Brake} from '../contract/approvals.ts';

const namesShown = 10;

/** Converts stored brakes to answers, with the names of their first ten articles. */
export async function showBrakes(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  brakes: readonly StoredBrake[],
): Promise<Brake[]> {
  return withNames(
    db,
    shop,
    brakes.map((brake) => ({
      ...brake,
      articles: brake.article_ids.length,
      first: brake.article_ids.slice(0, namesShown),
    })),
  );
}

/** The brakes that wait for a decision, the newest first. Reads only the ids of the articles that are shown. */
export async function showWaitingBrakes({db}: Pick<Deps, 'db'>, shop: ShopDomain): Promise<Brake[]> {
  return withNames(db, shop, await loadWaitingBrakes(db, shop, namesShown));
}

/** The brakes as answers, with the names of the articles in `first`. */
async function withNames(db: Deps['db'], shop: ShopDomain, brakes: readonly WaitingBrake[]): Promise<Brake[]> {
  const names = await loadArticleNames(
    db,
    shop,
    brakes.flatMap(({first}) => first),
  );
  return brakes.map(({articles, first, ...brake}) => ({
    id: brake.id,
    runId: brake.run_id,
    kind: brake.kind,
    state: brake.state,
    reason: brake.reason,
    articles,
    sample: first.map((id) => ({articleId: id, name: names.get(id) ?? ''})),
    createdAt: brake.created_at.toISOString(),
    decidedAt: brake.decided_at?.toISOString() ?? null,
  }));
}
