// A shopper's side of a store: what is on sale, and a checkout short enough for a sandbox.
import {call} from './call.js';
import {make, picture} from './make.js';
import {isOnSale, showVariants, wirePlaceOrder} from './place-order.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const shownAtMost = 50;

let products = [];

byId('shop').textContent = shop;
byId('admin').href = `/admin/${handle}`;
byId('search').addEventListener('input', showProducts);
await load();

async function load() {
  try {
    const query = new URLSearchParams({shop});
    const [countries, all] = await Promise.all(
      ['/sandbox/api/countries', `/sandbox/api/products?${query}`].map((path) => call(path)),
    );
    products = all;
    wirePlaceOrder(byId('order'), {shop, countries, placed, failed});
    showProducts();
  } catch (error) {
    byId('count').textContent = error.message;
    byId('count').className = 'failed';
  }
}

/** Shoppers see what is active; a draft is only counted. */
function showProducts() {
  const query = byId('search').value.trim().toLowerCase();
  const onSale = products.filter(isOnSale);
  const found = onSale.filter(({title, vendor}) => `${title} ${vendor}`.toLowerCase().includes(query));
  const more = found.length > shownAtMost ? `, the first ${shownAtMost} shown` : '';
  const hidden = products.length - onSale.length;
  const others = hidden === 0 ? '' : `; ${hidden} more in the store are not active, so shoppers do not see them. `;
  byId('count').textContent = `${found.length} of ${onSale.length} products on sale${more}${others}`;
  if (hidden > 0) byId('count').append(make('a', {href: `/store/${handle}/products`}, 'Set them as active'));
  byId('products').replaceChildren(...found.slice(0, shownAtMost).map(productRow));
}

function productRow(product) {
  const prices = [...new Set(product.variants.map(({price}) => price))];
  const onclick = () => chooseProduct(product);
  const choose = make('button', {type: 'button', onclick, 'aria-label': `Choose ${product.title}`}, 'Choose');
  return make(
    'tr',
    {},
    make('td', {}, picture(product.media)),
    make('td', {}, make('strong', {}, product.title), make('br'), optionsOf(product)),
    make('td', {class: 'wide'}, product.vendor),
    make('td', {class: 'wide'}, product.status.toLowerCase()),
    make('td', {class: 'number'}, prices.join(', ')),
    make('td', {}, choose),
  );
}

function optionsOf({options}) {
  const chosen = options.filter(({name}) => name !== 'Title');
  return chosen.map(({name, values}) => `${name}: ${values.join(', ')}`).join('; ');
}

function chooseProduct(product) {
  byId('chosen').textContent = product.title;
  showVariants(byId('order'), product);
  byId('outcome').textContent = '';
  byId('order').scrollIntoView({block: 'start'});
}

function placed({name}) {
  byId('outcome').className = '';
  byId('outcome').textContent = `Order ${name} is placed. Piecewise hears of it in a moment.`;
}

function failed(text) {
  byId('outcome').className = 'failed';
  byId('outcome').textContent = text;
}
