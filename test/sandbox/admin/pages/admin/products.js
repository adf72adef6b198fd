// The admin's list of products, newest first, whatever their status.
import {call} from '../call.js';
import {inWords, make, picture} from '../make.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const shownAtMost = 50;

byId('admin').href = `/admin/${handle}`;
byId('store').href = `/sandbox/store/${handle}`;
const products = await call(`/sandbox/api/products?${new URLSearchParams({shop})}`);
byId('count').textContent = countOf(products.length);
byId('products').replaceChildren(...products.toReversed().slice(0, shownAtMost).map(row));

function countOf(number) {
  if (number === 0) return 'No product yet.';
  const more = number > shownAtMost ? `, the newest ${shownAtMost} shown` : '';
  return `${number} ${number === 1 ? 'product' : 'products'}${more}`;
}

function row({title, vendor, status, media, variants}) {
  const prices = [...new Set(variants.map(({price}) => price))];
  return make(
    'tr',
    {},
    make('td', {}, picture(media)),
    make('td', {}, make('strong', {}, title)),
    make('td', {class: 'wide'}, vendor),
    make('td', {}, inWords(status)),
    make('td', {class: 'number'}, prices.join(', ')),
  );
}
