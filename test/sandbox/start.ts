// Both stand-ins together: the supplier's service, and Shopify with one store, its admin frame and its shoppers' page.
import {adminFrame} from './admin/admin-frame.ts';
import {type ShopifySandbox, startShopify} from './shopify/start.ts';
import {type SupplierOptions, type SupplierSandbox, startSupplier} from './supplier/start.ts';

export type Sandbox = {
  readonly supplier: SupplierSandbox;
  readonly shopify: ShopifySandbox;
  /** The store's permanent domain. */
  readonly shop: string;
  readonly plan: string;
  readonly close: () => Promise<void>;
};

const shop = 'piecewise-demo.myshopify.com';
/** The quickest of the common plans, so that the demo's import is quick. */
const plan = 'plus';

export async function startSandbox(options: Pick<SupplierOptions, 'articles' | 'seed'> = {}): Promise<Sandbox> {
  const supplier = await startSupplier({...options, servesImages: true});
  const shopify = await startShopify({
    shops: [{domain: shop, plan}],
    assessesAfterMs: 0,
    mount(app, sandbox) {
      app.use(
        adminFrame({
          sessionToken: sandbox.sessionToken,
          appUrl: () => sandbox.appUrl() ?? '',
          apiKey: sandbox.apiKey,
          shops: [shop],
          supplier,
        }),
      );
    },
  });
  return {
    supplier,
    shopify,
    shop,
    plan,
    async close() {
      await shopify.close();
      await supplier.close();
    },
  };
}

export type PartnerKeys = {readonly catalogue: string; readonly dropship: string};

/** One key of each kind, as the supplier issues them to a partner. */
export const issueKeys = ({supplier}: Sandbox): PartnerKeys => ({
  catalogue: supplier.issueKey('catalogue'),
  dropship: supplier.issueKey('dropship'),
});
