// The admin's list of products, newest first, whatever their status.
import {call} from '../call.js';
import {inWords, make, picture} from '../make.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const shownAtMost = 50;

byId('admin').href = `/admin/${handle}`;
byId('store').href = `/sandbox/store/${handle}`;
byId('all').addEventListener('click', () => void setActive(...drafts()));
let products = [];
await load();

async function load() {
  products = await call(`/sandbox/api/products?${new URLSearchParams({shop})}`);
  byId('count').textContent = countOf(products.length);
  byId('all').hidden = drafts().length === 0;
  byId('products').replaceChildren(...products.toReversed().slice(0, shownAtMost).map(row));
}

/** The app makes its products as drafts unless the merchant wants them on sale at once. */
function drafts() {
  return products.filter(({status}) => status === 'DRAFT');
}

async function setActive(...those) {
  try {
    await call('/sandbox/api/products/activate', {shop, ids: those.map(({id}) => id)});
    await load();
  } catch (error) {
    byId('count').textContent = error.message;
  }
}

function countOf(number) {
  if (number === 0) return 'No product yet.';
  const more = number > shownAtMost ? `, the newest ${shownAtMost} shown` : '';
  return `${number} ${number === 1 ? 'product' : 'products'}${more}`;
}

function row(product) {
  const {title, vendor, status, media, variants} = product;
  const prices = [...new Set(variants.map(({price}) => price))];
  return make(
    'tr',
    {},
    make('td', {}, picture(media)),
    make('td', {}, make('a', {href: `/store/${handle}/products/${product.id.split('/').at(-1)}`}, title)),
    make('td', {class: 'wide'}, vendor),
    make('td', {}, inWords(status)),
    make('td', {class: 'number'}, prices.join(', ')),
    make('td', {}, ...(status === 'DRAFT' ? [activate(product)] : [])),
  );
}

function activate(product) {
  const onclick = () => void setActive(product);
  return make('button', {type: 'button', onclick, 'aria-label': `Set ${product.title} as active`}, 'Set as active');
}
