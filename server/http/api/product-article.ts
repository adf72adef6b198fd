// The article behind a product of the store, for the link on the product's page in the Shopify admin.
import {Router} from 'express';
import {ProductGid} from '#domain/ids.ts';
import {loadArticle} from '../../db/catalogue/articles.ts';
import {loadListingFacts} from '../../db/listings/listing-facts.ts';
import {loadListingByProduct, loadListings} from '../../db/listings/listings.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import type {ProductArticle} from '../contract/article.ts';
import {Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';

export function productArticleRoutes({db}: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/products/:gid/article', async (req, res) => {
    const shop = shopOf(res);
    const gid = ProductGid.safeParse(req.params.gid);
    if (!gid.success) throw new Refusal(404, 'not_found', 'There is no such product.');
    const found = await loadListingByProduct(db, shop, gid.data);
    const article = found === null ? null : await toArticle(found.articleId);
    const answer: ProductArticle = {article};
    res.json(answer);

    async function toArticle(id: NonNullable<typeof found>['articleId']): Promise<ProductArticle['article']> {
      const listing = (await loadListings(db, shop, [id])).get(id);
      if (listing === undefined) return null;
      const row = await loadArticle(db, shop, id);
      const facts = await loadListingFacts(db, shop, id, '');
      return {
        id,
        name: row?.name ?? '',
        brand: row?.data?.brand ?? '',
        state: listing.state,
        reason: listing.reason,
        cost: facts?.cost ?? null,
        price: facts?.price ?? null,
        currency: (await loadShop(db, shop))?.currency ?? null,
      };
    }
  });
  return router;
}
