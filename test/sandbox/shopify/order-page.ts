// The page on which a person places a store order.

import type {ShopControl} from './shop-control.ts';

const countries = ['DE', 'FR', 'GB', 'US', 'JP', 'SG', 'AE', 'SA', 'QA', 'AU', 'CA', 'KR', 'NO', 'CH', 'JE', 'PR'];
const financialStatuses = [
  'PAID',
  'PENDING',
  'AUTHORIZED',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'VOIDED',
];
const shownProducts = 500;

export function orderPage(shops: readonly string[], shop: ShopControl): string {
  const variants = shop
    .products()
    .slice(0, shownProducts)
    .flatMap((product) =>
      product.variants.map((variant) => {
        const options = Object.values(variant.options).filter((value) => value !== 'Default Title');
        const label = [product.title, ...options, variant.price, product.status].join(' · ');
        return `<option value="${escape(variant.id)}">${escape(label)}</option>`;
      }),
    );
  const orders = shop.orders().toReversed();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Store orders · ${escape(shop.domain)}</title>
<style>
  body {font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222}
  form {display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1rem; align-items: center}
  input, select, button {font: inherit; padding: .3rem}
  table {border-collapse: collapse; width: 100%}
  td, th {text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd}
</style>
<h1>Place a store order</h1>
<p>In ${shops.map((domain) => `<a href="?shop=${encodeURIComponent(domain)}">${escape(domain)}</a>`).join(', ')}; now: <b>${escape(shop.domain)}</b>.</p>
<form method="post" action="/sandbox/orders?shop=${encodeURIComponent(shop.domain)}">
  <label for="variantId">Variant</label>
  <select id="variantId" name="variantId" required>${variants.join('')}</select>
  <label for="quantity">Quantity</label>
  <input id="quantity" name="quantity" type="number" min="1" value="1">
  <label for="country">Country</label>
  <input id="country" name="country" list="countries" value="DE" pattern="[A-Za-z]{2}" required>
  <datalist id="countries">${countries.map((code) => `<option value="${code}">`).join('')}</datalist>
  <label for="province">Province code</label>
  <input id="province" name="province">
  <label for="financialStatus">Payment</label>
  <select id="financialStatus" name="financialStatus">${financialStatuses.map((status) => `<option>${status}</option>`).join('')}</select>
  <label for="name">Name</label>
  <input id="name" name="name" placeholder="invented by country">
  <label for="email">E-mail</label>
  <input id="email" name="email" type="email" placeholder="invented by country">
  <label for="test">Test order</label>
  <input id="test" name="test" type="checkbox">
  <span></span><button>Place the order</button>
</form>
<h2>Orders</h2>
<table>
  <tr><th>Order<th>Country<th>Payment<th>Fulfilment<th>Lines</tr>
  ${orders
    .map(
      (order) =>
        `<tr><td>${escape(order.name)}<td>${escape(order.countryCode ?? '')}<td>${order.financialStatus}<td>${order.fulfillmentStatus}` +
        `<td>${order.lines.map((line) => `${line.currentQuantity} × ${escape(line.title)}`).join('<br>')}</tr>`,
    )
    .join('\n  ')}
</table>
</html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
