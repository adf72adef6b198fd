// A shopper's side of a store: what is on sale, and a checkout short enough for a sandbox.

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const shownAtMost = 50;

/** Zones of the supplier, some members of the EU, and countries it does not ship to. */
const countries = [
  'DE',
  'FR',
  'IT',
  'ES',
  'GB',
  'US',
  'JP',
  'SG',
  'AE',
  'SA',
  'QA',
  'AU',
  'CA',
  'KR',
  'NO',
  'CH',
  'GP',
];

let products = [];

byId('shop').textContent = shop;
byId('admin').href = `/admin/${handle}`;
showCountries();
byId('search').addEventListener('input', showProducts);
byId('order').addEventListener('submit', (event) => {
  event.preventDefault();
  void placeOrder();
});
await loadProducts();

async function loadProducts() {
  try {
    products = await call(`/sandbox/api/products?${new URLSearchParams({shop})}`);
    showProducts();
  } catch (error) {
    byId('count').textContent = error.message;
    byId('count').className = 'failed';
  }
}

function showProducts() {
  const query = byId('search').value.trim().toLowerCase();
  const found = products.filter(({title, vendor}) => `${title} ${vendor}`.toLowerCase().includes(query));
  const more = found.length > shownAtMost ? `, the first ${shownAtMost} shown` : '';
  byId('count').textContent = `${found.length} of ${products.length} products${more}`;
  byId('products').replaceChildren(...found.slice(0, shownAtMost).map(productRow));
}

function productRow(product) {
  const row = document.createElement('tr');
  const prices = [...new Set(product.variants.map(({price}) => price))];
  const choose = document.createElement('button');
  choose.type = 'button';
  choose.textContent = 'Choose';
  choose.setAttribute('aria-label', `Choose ${product.title}`);
  choose.addEventListener('click', () => chooseProduct(product));
  row.append(
    cell(product.title),
    cell(product.vendor),
    cell(product.status.toLowerCase()),
    cell(optionsOf(product)),
    cell(prices.join(', '), 'number'),
    cell(choose),
  );
  return row;
}

function optionsOf({options}) {
  const chosen = options.filter(({name}) => name !== 'Title');
  return chosen.map(({name, values}) => `${name}: ${values.join(', ')}`).join('; ');
}

function cell(content, className = '') {
  const made = document.createElement('td');
  made.className = className;
  made.append(content);
  return made;
}

function chooseProduct(product) {
  byId('chosen').textContent = product.title;
  byId('variant').replaceChildren(
    ...product.variants.map(({id, options, price}) => new Option([...Object.values(options), price].join(' · '), id)),
  );
  byId('variant').disabled = false;
  byId('place').disabled = false;
  byId('outcome').textContent = '';
  byId('order').scrollIntoView({block: 'start'});
}

async function placeOrder() {
  const outcome = byId('outcome');
  byId('place').disabled = true;
  try {
    const {name} = await call('/sandbox/api/orders', {
      shop,
      lines: [{variantId: byId('variant').value, quantity: Number(byId('quantity').value)}],
      country: byId('country').value.toUpperCase(),
      financialStatus: byId('payment').value,
    });
    outcome.className = '';
    outcome.textContent = `Order ${name} is placed. Piecewise hears of it in a moment.`;
  } catch (error) {
    outcome.className = 'failed';
    outcome.textContent = error.message;
  } finally {
    byId('place').disabled = false;
  }
}

/** GET without a body, POST with one. */
async function call(path, body) {
  const request = body && {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)};
  const answer = await fetch(path, request);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

function showCountries() {
  const names = new Intl.DisplayNames('en', {type: 'region'});
  byId('countries').replaceChildren(...countries.map((code) => new Option(names.of(code), code)));
}
