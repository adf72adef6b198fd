import {make} from './make.js';

const {stores, supplierUrl} = JSON.parse(document.querySelector('#settings').textContent);

const card = (name, ...links) =>
  make('li', {}, make('strong', {}, name), ...links.map(([href, text]) => make('a', {href}, text)));

const cards = stores.map(({shop, handle}) =>
  card(
    shop,
    [`/admin/${handle}`, 'Admin with Piecewise'],
    [`/store/${handle}/orders`, 'Orders in the admin'],
    [`/sandbox/store/${handle}`, 'Shop window and place an order'],
    [`/store/${handle}/settings/apps`, 'Apps: remove Piecewise, or install it again'],
  ),
);
if (supplierUrl !== null) {
  cards.push(card('The supplier', [`${supplierUrl}/keys`, 'Get keys'], [`${supplierUrl}/`, 'Orders at the supplier']));
}
document.querySelector('#stores').append(...cards);
