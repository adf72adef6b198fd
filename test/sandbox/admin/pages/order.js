// The admin's page of one store order, as far as the sandbox knows it.
import {call} from './call.js';
import {fulfilmentOrderCards} from './fulfilment-orders.js';
import {countryName, inWords, make, picture} from './make.js';
import {orderControls} from './order-controls.js';

const {shop, handle, number} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const query = new URLSearchParams({shop});

byId('admin').href = `/admin/${handle}`;
byId('orders').href = `/store/${handle}/orders`;
byId('store').href = `/sandbox/store/${handle}`;

async function show() {
  const [all, countries, products, locations] = await Promise.all([
    call(`/sandbox/api/orders?${query}`),
    call('/sandbox/api/countries'),
    call(`/sandbox/api/products?${query}`),
    call(`/sandbox/api/locations?${query}`),
  ]);
  const order = all.find(({id}) => id.endsWith(`/${number}`));
  byId('missing').hidden = order !== undefined;
  byId('order').hidden = order === undefined;
  if (order === undefined) {
    byId('missing').textContent = `${shop} has no order ${number}.`;
    return;
  }
  document.title = `${order.name} · ${shop}`;
  byId('name').textContent = `Order ${order.name}`;
  const states = [order.financialStatus, order.fulfillmentStatus, ...(order.cancelledAt === null ? [] : ['CANCELLED'])];
  byId('states').replaceChildren(...states.flatMap((state) => [make('span', {class: 'badge'}, inWords(state)), ' ']));
  byId('lines').replaceChildren(...order.lines.map((line) => lineItem(line, products)));
  byId('sums').replaceChildren(...sum('Total', order.total), ...sum('Paid, less refunds', order.kept));
  byId('address').replaceChildren(...addressLines(order.shippingAddress));
  byId('email').textContent = order.email ?? '';
  byId('fulfilments').replaceChildren(...fulfilmentItems(order));
  const done = async (text) => {
    say('', text);
    await show();
  };
  const failed = (text) => say('failed', text);
  byId('acts').replaceChildren(orderControls(order, {shop, countries, done, failed}));
  const fulfilmentOrders = await call(`/sandbox/api/orders/${number}/fulfilment-orders?${query}`);
  const cards = fulfilmentOrderCards(fulfilmentOrders, {shop, order, locations, done, failed});
  byId('fulfilment-orders').replaceChildren(...cards);
}

function say(className, text) {
  byId('message').className = `sticky ${className}`;
  byId('message').textContent = text;
}

function lineItem(line, products) {
  const product = products.find(({id}) => id === line.productId);
  const about = [line.variantTitle, line.sku].filter(Boolean).join(' · ');
  const removed = line.quantity === line.currentQuantity ? '' : `, ${line.quantity} ordered`;
  return make(
    'li',
    {},
    picture(product?.media),
    make('span', {}, make('strong', {}, line.title), make('br'), about),
    make('span', {class: 'number'}, `${line.currentQuantity} × ${line.price}${removed}`),
  );
}

function sum(name, amount) {
  return [make('dt', {}, name), make('dd', {}, amount)];
}

function addressLines(address) {
  if (address === null) return ['This order ships nowhere.'];
  const {firstName, lastName, address1, zip, city, countryCode} = address;
  const lines = [[firstName, lastName], [address1], [zip, city], [countryName(countryCode)]];
  return lines.flatMap((parts) => [parts.filter(Boolean).join(' '), make('br')]);
}

function fulfilmentItems({fulfillments}) {
  if (fulfillments.length === 0) return [make('li', {}, 'None yet.')];
  return fulfillments.map(({totalQuantity, status, tracking, notifications}) => {
    const pieces = `${totalQuantity} ${totalQuantity === 1 ? 'piece' : 'pieces'}`;
    const cancelled = status === 'CANCELLED' ? ', cancelled' : '';
    const ways = tracking.map(trackingText).filter((text) => text !== '');
    const told = notifications.map((sent) => `The buyer was notified${withTracking(sent.tracking)}.`);
    return make('li', {}, [pieces + cancelled, ...ways].join(', '), ...told.map((text) => make('p', {}, text)));
  });
}

const trackingText = ({company, number: sent}) => [company, sent].filter(Boolean).join(' ');

function withTracking(tracking) {
  const ways = tracking.map(trackingText).filter((text) => text !== '');
  return ways.length === 0 ? ', without tracking' : `: ${ways.join(', ')}`;
}

await show();
