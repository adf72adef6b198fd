// The admin's list of store orders, newest first.
import {call} from '../call.js';
import {countryName, inWords, make} from '../make.js';
import {numberOf} from '../order-controls.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);

byId('admin').href = `/admin/${handle}`;
byId('locations').href = `/store/${handle}/settings/locations`;
byId('processing').href = `/store/${handle}/settings/general`;
byId('store').href = `/sandbox/store/${handle}`;
const orders = await call(`/sandbox/api/orders?${new URLSearchParams({shop})}`);
byId('none').hidden = orders.length > 0;
byId('orders').replaceChildren(...orders.toReversed().map(row));

function row(order) {
  const payment = order.cancelledAt === null ? inWords(order.financialStatus) : 'cancelled';
  return make(
    'tr',
    {},
    make('td', {}, make('a', {href: `/store/${handle}/orders/${numberOf(order)}`}, order.name)),
    make('td', {}, countryName(order.countryCode)),
    make('td', {}, payment),
    make('td', {class: 'wide'}, inWords(order.fulfillmentStatus)),
    make('td', {class: 'number'}, order.total),
  );
}
