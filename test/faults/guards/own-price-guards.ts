// What keeps the prices that a merchant sets for single articles in force, guarded and as they were shown: each guard as the change that
// removes it.
import type {Guard} from './guard.ts';

const rule = 'test/domain/pricing/own-price.test.ts';
const runs = 'test/jobs/sync/prices/own-prices.test.ts';
const routes = 'test/http/products/own-prices.test.ts';

export const ownPriceGuards: readonly Guard[] = [
  {
    name: 'a changed own price has its article planned again',
    changes: [
      {
        file: 'server/db/catalogue/defined-options.ts',
        from: "case when op.article_id is not null then concat('|own ', op.amount, ' ', op.currency, ' ', op.markup_basis) end",
        to: "''",
      },
    ],
    tests: [runs],
  },
  {
    name: 'a fixed price in another currency is not taken for one of the store’s',
    changes: [
      {
        file: 'server/domain/pricing/price.ts',
        from: "article.ownPrice?.kind === 'fixed' && article.ownPrice.currency !== store.currency",
        to: "article.ownPrice?.kind === 'fixed' && article.ownPrice.currency === ''",
      },
    ],
    tests: [rule],
  },
  {
    name: 'an own price of a second tab overwrites none that was saved since',
    changes: [
      {
        file: 'server/http/api/products/own-prices.ts',
        from: 'if (!isAsShown) throw effectsChanged();',
        to: 'if (!isAsShown) return;',
      },
    ],
    tests: [routes],
  },
  {
    name: 'an own price is saved only as it was shown',
    changes: [
      {
        file: 'server/http/api/products/own-prices.ts',
        from: 'if (shown === null || shown.ownPrices !== seen.ownPrices) throw effectsChanged();',
        to: 'if (shown === null) throw effectsChanged();',
      },
    ],
    tests: [routes],
  },
  {
    name: 'an own price replaces one that was edited in the store',
    changes: [
      {
        file: 'server/actions/own-prices/set-own-prices.ts',
        from: "await giveFieldBack(transaction, shop, articleId, 'price');",
        to: '',
      },
    ],
    tests: [runs, routes],
  },
];
