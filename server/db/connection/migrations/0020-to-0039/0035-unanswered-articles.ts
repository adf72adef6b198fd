// The few articles whose entry in the catalogue was never read, and those that were asked for in vain. Each run looks for both, and
// without these indexes reads every article for it.
import type {LargeIndex} from '../../schema-ledger.ts';

export const unansweredArticlesIndexes: readonly LargeIndex[] = [
  {name: 'articles_without_data', on: 'articles (shop, article_id) where data is null'},
  {name: 'articles_asked_in_vain', on: 'articles (shop, article_id) where asked_at is not null'},
];
