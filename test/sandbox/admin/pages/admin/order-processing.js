// The admin's setting of what Shopify does by itself once an order is paid.
import {call} from '../call.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const address = `/sandbox/api/order-processing?${new URLSearchParams({shop})}`;
const form = byId('processing');

byId('admin').href = `/admin/${handle}`;
byId('orders').href = `/store/${handle}/orders`;
byId('locations').href = `/store/${handle}/settings/locations`;
show(await call(address));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void save(form.elements.automatic.value === 'yes');
});

async function save(isAutomatic) {
  try {
    show(await call(address, {isAutomatic}));
    say('', isAutomatic ? 'Paid orders are requested automatically.' : 'Nothing is requested automatically.');
  } catch (error) {
    say('failed', error.message);
  }
}

function show({isAutomatic}) {
  form.elements.automatic.value = isAutomatic ? 'yes' : 'no';
}

function say(className, text) {
  byId('message').className = className;
  byId('message').textContent = text;
}
