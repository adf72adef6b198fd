// Divides a brake: the merchant releases some of its articles, and the others stay braked until they are decided, however few they are.
import type {ArticleId} from '#domain/ids.ts';

/** `divided`: both parts, each in the order of the brake. `changed`: some of the named articles do not wait in the brake. */
export type DividedBrake =
  | {readonly kind: 'divided'; readonly released: readonly ArticleId[]; readonly rest: readonly ArticleId[]}
  | {readonly kind: 'changed'; readonly missing: number};

/** Divides the waiting articles of a brake. @param asked the articles to release, in any order. */
export function divideBrake(waiting: readonly ArticleId[], asked: readonly ArticleId[]): DividedBrake {
  const wanted = new Set(asked);
  const released = waiting.filter((id) => wanted.has(id));
  if (released.length < wanted.size) return {kind: 'changed', missing: wanted.size - released.length};
  return {kind: 'divided', released, rest: waiting.filter((id) => !wanted.has(id))};
}

/** A brake as it is stored: its articles, and the brake of which it is what was not released; null: it is whole. */
type StoredBrake = {readonly article_ids: readonly ArticleId[]; readonly rest_of: string | null};

/** The articles that wait however few they are, because the merchant released others of their brake. */
export const articlesKeptBraked = (brake: StoredBrake | null): ReadonlySet<ArticleId> =>
  new Set(brake === null || brake.rest_of === null ? [] : brake.article_ids);

/** Why the rest of a divided brake waits, as a sentence for the merchant. */
export const restReason = (count: number): string =>
  count === 1
    ? 'You released others and kept this product back: it stays as it is until you decide.'
    : `You released others and kept these ${count} products back: they stay as they are until you decide.`;
