// All stand-ins together: the supplier's service, Shopify with one store, its admin frame and its shoppers' page, and a mail server.
import {adminFrame} from './admin/admin-frame.ts';
import {mailboxPage} from './mailbox/page.ts';
import {type Mailbox, startMailbox} from './mailbox/start.ts';
import {countryCodes} from './shopify/countries.ts';
import {type ShopControl, type ShopifySandbox, startShopify} from './shopify/start.ts';
import {type SupplierOptions, type SupplierSandbox, startSupplier} from './supplier/start.ts';

export type Sandbox = {
  readonly supplier: SupplierSandbox;
  readonly shopify: ShopifySandbox;
  readonly mailbox: Mailbox;
  /** The store's permanent domain. */
  readonly shop: string;
  readonly plan: string;
  readonly close: () => Promise<void>;
};

const shop = 'piecewise-demo.myshopify.com';
/** The quickest of the common plans, so that the demo's import is quick. */
const plan = 'plus';

/** A home zone, free from 150 euro on; the neighbours; and the rest of the world, which costs more than the supplier's fee of it. */
const demoRates: Parameters<ShopControl['setShippingRates']>[0] = [
  {
    name: 'Domestic',
    countries: ['DE'],
    rates: [
      {price: '4.90', to: '149.99'},
      {name: 'Free', price: '0.00', from: '150.00'},
    ],
  },
  {name: 'Neighbours', countries: ['FR', 'GB', 'IT', 'NL'], rates: [{price: '12.00'}]},
  {name: 'World', countries: [null], rates: [{price: '25.00'}, {name: 'Express', price: '49.00'}]},
];

type SandboxOptions = Pick<SupplierOptions, 'articles' | 'seed'> & {
  /** The store's. */
  readonly currency?: string;
  /** Whether the store's shipping rates are those of its markets; left out: of its profiles. */
  readonly isMarketDriven?: boolean;
};

export async function startSandbox({
  currency = 'EUR',
  isMarketDriven = false,
  ...options
}: SandboxOptions = {}): Promise<Sandbox> {
  const supplier = await startSupplier({...options, servesImages: true});
  const mailbox = await startMailbox();
  const shopify = await startShopify({
    shops: [{domain: shop, plan}],
    assessesAfterMs: 0,
    mount(app, sandbox) {
      app.use(mailboxPage(mailbox));
      app.use(
        adminFrame({
          sessionToken: sandbox.sessionToken,
          appUrl: () => sandbox.appUrl() ?? '',
          apiKey: sandbox.apiKey,
          shops: [shop],
          supplier,
          hasMailbox: true,
        }),
      );
    },
  });
  shopify.shop(shop).setSettings({currency, ...homeOf(currency, shopify.shop(shop).shipsTo())});
  shopify.shop(shop).setShippingRates(demoRates);
  if (isMarketDriven) shopify.shop(shop).profiles.toMarketDriven();
  return {
    supplier,
    shopify,
    mailbox,
    shop,
    plan,
    async close() {
      await shopify.close();
      await supplier.close();
      await mailbox.close();
    },
  };
}

/** Most currencies begin with the code of their country; a store sells at home too. */
function homeOf(currency: string, shipsTo: readonly string[]) {
  const country = currency.slice(0, 2);
  if (!countryCodes().includes(country)) return {};
  return {countryCode: country, shipsTo: [...new Set([...shipsTo, country])]};
}

export type PartnerKeys = {readonly catalogue: string; readonly dropship: string};

/** One key of each kind, as the supplier issues them to a partner. */
export const issueKeys = ({supplier}: Sandbox): PartnerKeys => ({
  catalogue: supplier.issueKey('catalogue'),
  dropship: supplier.issueKey('dropship'),
});
