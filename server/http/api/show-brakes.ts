// Brakes as the API shows them, with the names of their first articles.
import type {ShopDomain} from '#domain/ids.ts';
import {loadArticleNames} from '../../db/listings/listing-facts.ts';
import type {Brake as StoredBrake} from '../../db/runs/brakes.ts';
import type {Deps} from '../../deps.ts';
import type {Brake} from '../contract/approvals.ts';

const namesShown = 10;

export async function showBrakes(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  brakes: readonly StoredBrake[],
): Promise<Brake[]> {
  const ids = brakes.flatMap((brake) => brake.article_ids.slice(0, namesShown));
  const names = await loadArticleNames(db, shop, ids);
  return brakes.map((brake) => ({
    id: brake.id,
    runId: brake.run_id,
    kind: brake.kind,
    state: brake.state,
    reason: brake.reason,
    articles: brake.article_ids.length,
    sample: brake.article_ids.slice(0, namesShown).map((id) => ({articleId: id, name: names.get(id) ?? ''})),
    createdAt: brake.created_at.toISOString(),
    decidedAt: brake.decided_at?.toISOString() ?? null,
  }));
}
