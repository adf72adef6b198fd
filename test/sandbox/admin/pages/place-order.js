// The form on which a visitor buys as a shopper: a product on sale, a variant, pieces, any country, paid or not yet.
import {call} from './call.js';
import {countryOptions, make, picture} from './make.js';

/**
 * @param form with the fields product (optional), variant, quantity, country and payment
 * @param placed takes the store order
 */
export function wirePlaceOrder(form, {shop, countries, placed, failed}) {
  const {variant, quantity, country, payment} = form.elements;
  country.replaceChildren(...countryOptions(countries, 'DE'));
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
}

export const isOnSale = ({status}) => status === 'ACTIVE';
