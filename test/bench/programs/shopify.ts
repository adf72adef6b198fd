// Shopify with many stores in a process of its own.
import {z} from 'zod';
import {dropshipReference, LineItemGid, ShopDomain} from '#domain/ids.ts';
import {type ShopifySandbox, startShopify} from '../../sandbox/shopify/start.ts';
import {answerQuestions} from './answer.ts';

const Plan = z.enum(['standard', 'advanced', 'plus']);
const Start = z.object({shops: z.array(z.object({domain: z.string(), plan: Plan}))});
const Shop = z.string();

answerQuestions(async (given) => {
  const shopify = await startShopify({...Start.parse(given), assessesAfterMs: 0});
  return {
    facts: () => ({origin: shopify.origin, apiKey: shopify.apiKey, apiSecret: shopify.apiSecret}),
    url: (url) => shopify.setAppUrl(z.string().parse(url)),
    token: (shop) => shopify.sessionToken(Shop.parse(shop)),
    order: (shop) => placeOrder(shopify, ShopDomain.parse(shop)),
    store(input) {
      const domain = Shop.parse(input);
      const articles = shopify
        .shop(domain)
        .products()
        .map(({articleId}) => articleId);
      const asked = shopify.requests().filter(({shop}) => shop === domain);
      const points = asked.reduce((sum, {cost}) => sum + cost, 0);
      return {count: articles.length, double: articles.length - new Set(articles).size, points};
    },
    close: shopify.close,
  };
});

/** A paid order of a product with a colour and a size; gives what the supplier's order of it is called, and when it was placed. */
function placeOrder(shopify: ShopifySandbox, shop: ShopDomain) {
  const store = shopify.shop(shop);
  const product = store.products().find(({status, options}) => status === 'ACTIVE' && options.length === 2);
  const variantId = product?.variants[0]?.id;
  if (variantId === undefined) throw new Error(`${shop} has no product to order`);
  const at = Date.now();
  const {name, lines} = store.placeOrder({country: 'DE', lines: [{variantId}]});
  return {reference: dropshipReference(shop, name, LineItemGid.parse(lines[0]?.id), 1), at};
}
