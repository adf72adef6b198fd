// The form on which a visitor buys as a shopper: a product on sale, a variant, pieces, any country, paid or not yet.
import {call} from './call.js';
import {countryOptions, make, picture} from './make.js';

/**
 * @param form with the fields product (optional), variant, quantity, country and payment, and a place for the shipping price
 * @param placed takes the store order
 */
export function wirePlaceOrder(form, {shop, countries, placed, failed}) {
  const {variant, quantity, country, payment} = form.elements;
  country.replaceChildren(...countryOptions(countries, 'DE'));
  wireShippingPrice(form, shop);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const submit = form.querySelector('[type=submit]');
    submit.disabled = true;
    try {
      const lines = [{variantId: variant.value, quantity: Number(quantity.value)}];
      const order = {shop, lines, country: country.value, financialStatus: payment.value};
      placed(await call('/sandbox/api/orders', order));
    } catch (error) {
      failed(error.message);
    } finally {
      submit.disabled = false;
    }
  });
}

/** Says what shipping costs, each time the basket or the country changes. */
function wireShippingPrice(form, shop) {
  const {variant, quantity, country} = form.elements;
  const place = form.querySelector('.shipping-price');
  let asked = 0;
  const show = async () => {
    asked += 1;
    const mine = asked;
    const text = variant.value === '' || !form.checkValidity() ? '' : await shippingText();
    if (mine === asked) place.textContent = text;
  };
  const shippingText = async () => {
    const lines = [{variantId: variant.value, quantity: Number(quantity.value)}];
    try {
      return inWords(await call('/sandbox/api/shipping-price', {shop, country: country.value, lines}));
    } catch (error) {
      return error.message;
    }
  };
  form.addEventListener('input', show);
  form.addEventListener(basketChanged, show);
}

/** Choosing a product replaces the variants without an input of the visitor. */
const basketChanged = 'basket-changed';

function inWords({kind, title, price, currency, message}) {
  if (kind === 'refused') return message;
  return kind === 'none needed' ? 'Nothing to ship.' : `Shipping: ${title}, ${price} ${currency}`;
}

/** Shows a product's variants in the form, and its picture where the form has a place for it. */
export function showVariants(form, product) {
  const {variant} = form.elements;
  const options = product.variants.map(({id, options: chosen, price}) =>
    make(
      'option',
      {value: id},
      [...Object.values(chosen), price].filter((text) => text !== 'Default Title').join(' · '),
    ),
  );
  variant.replaceChildren(...options);
  variant.disabled = false;
  form.querySelector('[type=submit]').disabled = false;
  form.querySelector('.chosen-picture')?.replaceChildren(picture(product.media));
  form.dispatchEvent(new Event(basketChanged));
}

export const isOnSale = ({status}) => status === 'ACTIVE';
