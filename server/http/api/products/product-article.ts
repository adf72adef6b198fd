// The article behind a product of the store, for the link on the product's page in the Shopify admin.
import {Router} from 'express';
import {ProductGid} from '#domain/ids.ts';
import {loadListingByProduct} from '../../../db/listings/listings.ts';
import type {Deps} from '../../../deps.ts';
import type {ProductArticle} from '../../contract/article.ts';
import {Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';

export function productArticleRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/products/:gid/article', async (req, res) => {
    const gid = ProductGid.safeParse(req.params.gid);
    if (!gid.success) throw new Refusal(404, 'not_found', 'There is no such product.');
    const found = await loadListingByProduct(db, shopOf(res), gid.data);
    const answer: ProductArticle = {articleId: found?.articleId ?? null};
    res.json(answer);
  });
  return router;
}
