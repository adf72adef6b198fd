// What a visitor does to one store order. Each control sends the app what Shopify would send.
import {call} from './call.js';
import {countryOptions, make} from './make.js';

export const numberOf = ({id}) => id.split('/').at(-1);

/**
 * @param done takes the sentence of what happened; the order is shown again by whoever asked.
 * @param failed takes the sentence of why nothing happened.
 */
export function orderControls(order, {shop, countries, done, failed}) {
  const act = async (name, message, given = {}) => {
    try {
      await call(`/sandbox/api/orders/${numberOf(order)}/${name}`, {shop, ...given});
      done(`${order.name} ${message}`);
    } catch (error) {
      failed(error.message);
    }
  };
  const isCancelled = order.cancelledAt !== null;
  const isUnpaid = ['PENDING', 'AUTHORIZED', 'PARTIALLY_PAID'].includes(order.financialStatus);
  const controls = [];
  if (isUnpaid && !isCancelled) controls.push(button('Mark as paid', () => act('pay', 'is paid.'), order));
  if (!isCancelled) controls.push(button('Cancel', () => act('cancel', 'is cancelled.'), order));
  if (Number(order.kept) > 0) {
    const message = isCancelled ? 'got its money back.' : 'is refunded in full, its goods still to be sent.';
    controls.push(button('Give all money back', () => act('refund', message), order));
  }
  const forms = isCancelled
    ? []
    : [...order.lines.map((line) => lineForm(line, order, act)), addressForm(order, countries, act)];
  return make('div', {class: 'order-controls'}, make('div', {class: 'buttons'}, ...controls), ...forms);
}

const button = (label, onclick, {name}) =>
  make('button', {type: 'button', onclick, 'aria-label': `${label}: ${name}`}, label);

function lineForm(line, order, act) {
  const {id: lineId, title, currentQuantity} = line;
  const pieces = make('input', {type: 'number', min: '0', max: '999', value: String(currentQuantity), required: true});
  const label = make('label', {}, `${title}: pieces`, pieces);
  const quantity = () => Number(pieces.value);
  const edit = () => act('edit', `now has ${quantity()} of ${title}.`, {lineId, quantity: quantity()});
  const refund = () => act('refund', `is refunded: ${quantity()} of ${title}.`, {lineId, quantity: quantity()});
  return make(
    'div',
    {class: 'control'},
    label,
    make(
      'div',
      {class: 'buttons'},
      button('Change the quantity', edit, order),
      ...(Number(order.kept) > 0 ? [button('Refund these pieces', refund, order)] : []),
    ),
  );
}

function addressForm(order, countries, act) {
  const select = make('select', {}, ...countryOptions(countries, order.countryCode));
  const move = () => act('move', 'goes to another address.', {country: select.value});
  return make(
    'div',
    {class: 'control'},
    make('label', {}, 'Deliver to', select),
    make('div', {class: 'buttons'}, button('Change the address', move, order)),
  );
}
