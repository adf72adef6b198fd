// The admin's page of one product, as far as the sandbox knows it.
import {call} from '../call.js';
import {inWords, make, picture} from '../make.js';

const {shop, handle, number} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);

byId('admin').href = `/admin/${handle}`;
byId('products').href = `/store/${handle}/products`;
const query = new URLSearchParams({shop});
const [products, locations, stock] = await Promise.all(
  ['products', 'locations', 'stock'].map((what) => call(`/sandbox/api/${what}?${query}`)),
);
const product = products.find(({id}) => id.endsWith(`/${number}`));
byId('missing').hidden = product !== undefined;
byId('product').hidden = product === undefined;
if (product === undefined) byId('missing').textContent = `${shop} has no product ${number}.`;
else show(product);

function show({title, vendor, status, descriptionHtml, media, variants}) {
  document.title = `${title} · ${shop}`;
  byId('name').textContent = title;
  byId('states').replaceChildren(make('span', {class: 'badge'}, inWords(status)), ` ${vendor}`);
  // Text alone: what a supplier wrote is not run in this page.
  byId('description').textContent = textOf(descriptionHtml ?? '');
  byId('pictures').replaceChildren(picture(media));
  byId('variants').replaceChildren(
    ...variants.map(({id, options, sku, price}) =>
      make(
        'li',
        {},
        make('strong', {}, [...Object.values(options), sku].filter(Boolean).join(' · ')),
        make('br'),
        `${price} · ${stockedAt(id)}`,
      ),
    ),
  );
}

function stockedAt(variant) {
  const names = (stock[variant] ?? []).map((id) => locations.find((location) => location.id === id)?.name ?? id);
  return names.length === 0 ? 'Stocked nowhere' : `Stocked at ${names.join(', ')}`;
}

function textOf(html) {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent;
}
