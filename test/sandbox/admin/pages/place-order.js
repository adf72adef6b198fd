// The form on which a visitor buys as a shopper: a product on sale, a variant, pieces, any country, paid or not yet.
import {call} from './call.js';
import {countryOptions, make, picture} from './make.js';

/**
 * @param form with the fields product and buyer (both optional), variant, quantity, country and payment, and a place for the shipping price
 * @param placed takes the store order
 */
export function wirePlaceOrder(form, {shop, countries, placed, failed}) {
  const {variant, quantity, country, payment} = form.elements;
  country.replaceChildren(...countryOptions(countries, 'DE'));
  const showShipping = wireShippingPrice(form, shop);
  wireDestinations(form, {shop, countries});
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    form.querySelector('[type=submit]').disabled = true;
    try {
      const lines = [{variantId: variant.value, quantity: Number(quantity.value)}];
      const order = {shop, lines, country: country.value, financialStatus: payment.value, ...buyerIn(form)};
      placed(await call('/sandbox/api/orders', order));
      await showShipping();
    } catch (error) {
      // The store may have changed since it was asked; what is said of its shipping is not said twice.
      if ((await showShipping()) !== error.message) failed(error.message);
    }
  });
}

/** A form may ask whether the buyer leaves the name out, as in an order that an app or the store's staff makes. */
const buyerIn = ({elements: {buyer}}) => (buyer?.value === 'nameless' ? {name: null} : {});

/**
 * Says what shipping costs, each time the basket or the country changes. Where nothing is delivered, no order can be placed.
 * @returns does the same once more, and returns what it says.
 */
function wireShippingPrice(form, shop) {
  const {variant, quantity, country} = form.elements;
  const place = form.querySelector('.shipping-price');
  const submit = form.querySelector('[type=submit]');
  let asked = 0;
  const show = async () => {
    asked += 1;
    const mine = asked;
    submit.disabled = true;
    const {kind, text} = variant.value !== '' && form.checkValidity() ? await ask() : {text: ''};
    if (mine !== asked) return place.textContent;
    place.textContent = text;
    submit.disabled = variant.value === '' || kind === 'refused';
    return text;
  };
  const ask = async () => {
    const lines = [{variantId: variant.value, quantity: Number(quantity.value)}];
    try {
      const shipping = await call('/sandbox/api/shipping-price', {shop, country: country.value, lines});
      return {kind: shipping.kind, text: inWords(shipping)};
    } catch (error) {
      return {text: error.message};
    }
  };
  form.addEventListener('input', show);
  form.addEventListener(basketChanged, show);
  return show;
}

/** Each time the basket changes, the countries it cannot be ordered from stand apart, below the others. */
function wireDestinations(form, {shop, countries}) {
  const {variant, country} = form.elements;
  let asked = 0;
  const show = async () => {
    asked += 1;
    const mine = asked;
    const served = variant.value === '' ? countries : await ask();
    if (mine !== asked) return;
    const chosen = country.value;
    const others = countries.filter((code) => !served.includes(code));
    country.replaceChildren(
      ...countryOptions(
        countries.filter((code) => served.includes(code)),
        chosen,
      ),
    );
    if (others.length > 0)
      country.append(make('optgroup', {label: 'Not delivered to'}, ...countryOptions(others, chosen)));
  };
  const ask = async () => {
    try {
      return await call('/sandbox/api/destinations', {shop, lines: [{variantId: variant.value, quantity: 1}]});
    } catch {
      return countries;
    }
  };
  variant.addEventListener('input', show);
  form.addEventListener(basketChanged, show);
}

/** Choosing a product replaces the variants without an input of the visitor. */
const basketChanged = 'basket-changed';

function inWords({kind, title, price, currency, message}) {
  if (kind === 'refused') return message;
  if (kind === 'none needed') return 'Nothing to ship.';
  const amount = new Intl.NumberFormat('en-GB', {style: 'currency', currency}).format(price);
  return `Shipping: ${title}, ${amount}`;
}

/** Shows a product's variants in the form, and its picture where the form has a place for it; without a product none. */
export function showVariants(form, product) {
  const {variant} = form.elements;
  const options = (product?.variants ?? []).map(({id, options: chosen, price}) =>
    make(
      'option',
      {value: id},
      [...Object.values(chosen), price].filter((text) => text !== 'Default Title').join(' · '),
    ),
  );
  variant.replaceChildren(...options);
  variant.disabled = product === undefined;
  form.querySelector('.chosen-picture')?.replaceChildren(picture(product?.media));
  form.dispatchEvent(new Event(basketChanged));
}

export const isOnSale = ({status}) => status === 'ACTIVE';
