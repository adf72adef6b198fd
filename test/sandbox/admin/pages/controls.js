// The visitor's controls beside the app: what shoppers, the store and the supplier do. They belong to the sandbox, not to Shopify.
import {call} from './call.js';
import {countryName, inWords, make} from './make.js';
import {numberOf, orderControls} from './order-controls.js';
import {isOnSale, showVariants, wirePlaceOrder} from './place-order.js';
import {wireSupplierControls} from './supplier-controls.js';

const byId = (id) => document.getElementById(id);
const shownOrders = 20;
const shownProducts = 100;

/** Nothing is asked of the sandbox until the visitor opens the panel. */
export function wireControls({shop, handle, supplierUrl, hasMailbox}) {
  byId('mail-controls').hidden = !hasMailbox;
  const say = (text, className = '') => {
    byId('controls-message').className = className;
    byId('controls-message').textContent = text;
  };
  const failed = (text) => say(text, 'failed');
  const showProducts = wireProductChoice();
  const showOrders = wireOrders({shop, handle, say, failed});
  const showSupplier = wireSupplierControls(supplierUrl, {say, failed});
  let countries = null;

  const load = async () => {
    if (countries === null) {
      countries = await call('/sandbox/api/countries');
      const placed = ({name}) => {
        say(`${name} is placed. Shopify tells the app.`);
        void showOrders(countries);
      };
      wirePlaceOrder(byId('shopper-order'), {shop, countries, placed, failed});
    }
    showProducts(await call(`/sandbox/api/products?${new URLSearchParams({shop})}`));
    await showOrders(countries);
    await showSupplier();
  };
  const open = (isOpen) => {
    byId('controls').hidden = !isOpen;
    byId('controls-toggle').setAttribute('aria-expanded', String(isOpen));
    if (isOpen) load().catch((error) => failed(error.message));
  };
  // The visitor comes back from the supplier's page, where a key may have been issued.
  addEventListener('focus', () => {
    if (!byId('controls').hidden) showSupplier().catch((error) => failed(error.message));
  });
  byId('controls-toggle').addEventListener('click', () => open(byId('controls').hidden));
  byId('controls-close').addEventListener('click', () => {
    open(false);
    byId('controls-toggle').focus();
  });
}

/** The products a shopper can choose from; takes those of the store. */
function wireProductChoice() {
  const form = byId('shopper-order');
  let products = [];
  const choose = () => {
    const product = products.find(({id}) => id === form.elements.product.value);
    showVariants(form, product);
  };
  const show = () => {
    const query = byId('product-search').value.trim().toLowerCase();
    const found = products.filter(({title, vendor}) => `${title} ${vendor}`.toLowerCase().includes(query));
    const options = found.slice(0, shownProducts).map(({id, title}) => make('option', {value: id}, title));
    form.elements.product.replaceChildren(...options);
    byId('product-count').textContent =
      products.length === 0 ? 'Nothing is on sale in the store yet.' : `${found.length} products on sale`;
    choose();
  };
  byId('product-search').addEventListener('input', show);
  form.elements.product.addEventListener('change', choose);
  return (all) => {
    products = all.filter(isOnSale);
    show();
  };
}

/** The store's newest orders, each with its controls. */
function wireOrders({shop, handle, say, failed}) {
  const show = async (countries) => {
    const orders = await call(`/sandbox/api/orders?${new URLSearchParams({shop})}`);
    const list = byId('store-orders');
    const open = new Set([...list.querySelectorAll('details[open]')].map(({dataset}) => dataset.id));
    const newest = orders.toReversed().slice(0, shownOrders);
    list.replaceChildren(...newest.map((order) => orderItem(order, open.has(order.id), countries)));
    byId('no-orders').hidden = orders.length > 0;
  };
  const orderItem = (order, isOpen, countries) => {
    const state = order.cancelledAt === null ? inWords(order.financialStatus) : 'cancelled';
    const href = `/store/${handle}/orders/${numberOf(order)}`;
    const done = (text) => {
      say(text);
      show(countries).catch((error) => failed(error.message));
    };
    return make(
      'details',
      {'data-id': order.id, open: isOpen},
      make('summary', {}, `${order.name} · ${countryName(order.countryCode)} · ${state}`),
      make('a', {href, target: '_blank', rel: 'noopener'}, `Open ${order.name}`),
      orderControls(order, {shop, countries, done, failed}),
    );
  };
  return show;
}
