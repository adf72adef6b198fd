// Reads an article's price, colours and sizes at the supplier when a merchant opens its page and no run has read them: runs read
// chosen articles only. It changes nothing in the store.
import {type Response, Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import {type NewStockReading, saveStockReadings} from '../../../db/catalogue/articles.ts';
import {chooseRepriced} from '../../../db/catalogue/choose-again.ts';
import {saveRefusedDetails} from '../../../db/catalogue/due-details.ts';
import {inTransaction} from '../../../db/connection/transaction.ts';
import {loadDropshipKey} from '../../../db/secrets/shop-keys.ts';
import type {Deps} from '../../../deps.ts';
import {readOneArticle} from '../../../supplier/one-article.ts';
import {Refusal, tooManyRequests} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {loadArticleDetail} from '../article-detail.ts';
import {requireConnected} from '../ask-run.ts';
import {requireArticle} from '../require-article.ts';

type ReadArticleDeps = Pick<Deps, 'db' | 'digest' | 'now' | 'rateLimits' | 'sealer' | 'supplier'>;

export function readArticleRoutes(deps: ReadArticleDeps): Router {
  const router = Router();
  router.post('/articles/:id/read', async (req, res) => answerRead(deps, res, req.params.id));
  return router;
}

/** Answers with the article. The supplier is not asked about an article that was read already or that it does not list. */
async function answerRead(deps: ReadArticleDeps, res: Response, given: unknown): Promise<void> {
  const shop = shopOf(res);
  const {id, row} = await requireArticle(deps, shop, given);
  if (row.stock === null && row.listed) await readFromSupplier(deps, shop, {id, row});
  res.json(await loadArticleDetail(deps, shop, id));
}

/**
 * Reads the article at the supplier and stores the answer. Throws a refusal if keys are missing, the limit is reached, or there is no
 * answer.
 */
async function readFromSupplier(
  deps: ReadArticleDeps,
  shop: ShopDomain,
  {id, row}: Awaited<ReturnType<typeof requireArticle>>,
): Promise<void> {
  const {db, now, rateLimits, sealer, supplier} = deps;
  await requireConnected(deps, shop);
  const permit = await rateLimits.articleReads(shop);
  if (permit.kind === 'refused') {
    throw tooManyRequests(
      permit.retryAfterSeconds,
      'Too many articles were opened in the last minute. Try again in a minute.',
    );
  }
  const key = await loadDropshipKey(db, sealer, shop);
  if (key === null) throw new Refusal(409, 'not_connected', 'Connect the dropship key first.');
  const found = await readOneArticle(supplier, key, id);
  switch (found.kind) {
    case 'read': {
      const readFor = `${row.hash ?? ''}|${row.list_price ?? ''}`;
      await saveReading(deps, shop, {id, stock: found.stock, readFor});
      return;
    }
    case 'unknown':
      await saveRefusedDetails(db, shop, [id], now());
      throw new Refusal(
        409,
        'no_stock_answer',
        'The supplier lists this article, but answers nothing about its price, colours and sizes.',
      );
    case 'failed':
      throw new Refusal(503, 'supplier_unavailable', `The supplier could not be asked: ${found.why}`);
  }
}

/** Stores the reading, and applies the import rules again at the price that was read. */
async function saveReading({db, now}: ReadArticleDeps, shop: ShopDomain, reading: NewStockReading): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const repriced = await saveStockReadings(transaction, shop, [reading], now());
    await chooseRepriced(transaction, shop, repriced);
  });
}
