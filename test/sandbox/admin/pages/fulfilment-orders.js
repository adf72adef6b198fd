// The fulfilment orders of a store order: each with its location, its states, what was asked and answered, and the buttons that its
// supported actions allow.
import {call} from './call.js';
import {inWords, make} from './make.js';
import {numberOf} from './order-controls.js';

/** A button for each action that this page can do, and what it says once Shopify has done it. */
const buttonsOf = {
  REQUEST_FULFILLMENT: {act: 'request', label: 'Request fulfillment', said: 'Fulfillment is requested.'},
  REQUEST_CANCELLATION: {
    act: 'request-cancellation',
    label: 'Request cancellation',
    said: 'Its cancellation is requested.',
  },
  CANCEL_FULFILLMENT_ORDER: {act: 'cancel', label: 'Cancel fulfillment', said: 'The fulfillment is cancelled.'},
  MOVE: {act: 'move', label: 'Move', said: 'It is moved to the other location.'},
  HOLD: {act: 'hold', label: 'Hold', said: 'The fulfillment is on hold.'},
  RELEASE_HOLD: {act: 'release', label: 'Release hold', said: 'The hold is released.'},
};

const askedWords = {FULFILLMENT_REQUEST: 'You requested fulfillment.', CANCELLATION_REQUEST: 'You asked to cancel.'};

const answerWords = {
  ACCEPTED: 'accepted the request',
  REJECTED: 'rejected the request',
  CANCELLATION_ACCEPTED: 'accepted the cancellation',
  CANCELLATION_REJECTED: 'rejected the cancellation',
  CLOSED: 'closed it',
};

/**
 * @param order with the lines whose titles are shown
 * @param locations of the store, to which a fulfilment order can be moved
 * @param done takes the sentence of what happened; the order is shown again by whoever asked.
 * @param failed takes Shopify's sentence of why nothing happened.
 */
export function fulfilmentOrderCards(fulfilmentOrders, {shop, order, locations, done, failed}) {
  const others = ({locationId}) => locations.filter(({id, isActive}) => isActive && id !== locationId);
  return fulfilmentOrders.map((one, at) => {
    const name = `${at + 1}. ${one.locationName}`;
    const act = async ({act: path, said}, given = {}) => {
      try {
        await call(`/sandbox/api/orders/${numberOf(order)}/fulfilment-orders/${numberOf(one)}/${path}`, {
          shop,
          ...given,
        });
        await done(`${name}: ${said}`);
      } catch (error) {
        failed(`${name}: ${error.message}`);
      }
    };
    const states = [one.status, one.requestStatus].map((state) => make('span', {class: 'badge'}, inWords(state)));
    return make(
      'section',
      {class: 'card', 'aria-label': name},
      make('h2', {}, name),
      make('p', {}, states[0], ' ', states[1]),
      make('ul', {class: 'plain'}, ...one.lines.map((line) => lineItem(line, order))),
      make('ul', {class: 'plain'}, ...history(one)),
      make('div', {class: 'order-controls'}, ...actionParts(one, {name, act, others: others(one)})),
    );
  });
}

function lineItem({lineId, total, remaining}, {lines}) {
  const line = lines.find(({id}) => id === lineId);
  const title = [line?.title ?? 'A line that is gone', line?.variantTitle].filter(Boolean).join(' · ');
  return make('li', {}, `${title}: ${remaining} of ${total} to fulfill`);
}

/** What the merchant asked, each time with what the service answered, the oldest first. */
function history({locationName, requests, answers}) {
  return requests.flatMap(({kind, message}, at) => [
    sentence(askedWords[kind], message),
    ...answers.filter(({after}) => after === at + 1).map((answer) => answerItem(answer, locationName)),
  ]);
}

function answerItem({requestStatus, reason, message}, name) {
  const why = reason === null ? '' : `: ${inWords(reason)}`;
  return sentence(`${name} ${answerWords[requestStatus]}${why}.`, message);
}

const sentence = (words, message) => make('li', {}, words, ...(message === null ? [] : [' ', make('q', {}, message)]));

/** Only what Shopify supports in this state. A hold beside another hold is not modelled, so it has no button. */
function actionParts({supportedActions}, {name, act, others}) {
  const can = (action) => supportedActions.includes(action);
  const button = (action, given) => {
    const known = buttonsOf[action];
    const onclick = () => void act(known, given?.());
    return make('button', {type: 'button', onclick, 'aria-label': `${known.label}: ${name}`}, known.label);
  };
  const parts = [];
  for (const action of ['REQUEST_FULFILLMENT', 'REQUEST_CANCELLATION']) {
    if (!can(action)) continue;
    const note = make('input', {maxlength: '250'});
    const label = make(
      'label',
      {},
      'Note to the service (optional)',
      make('span', {class: 'unseen'}, ` ${name}`),
      note,
    );
    parts.push(make('div', {class: 'control'}, label, row(button(action, () => ({message: note.value.trim()})))));
  }
  if (can('MOVE') && others.length > 0) {
    const select = make('select', {}, ...others.map(({id, name: place}) => make('option', {value: id}, place)));
    const label = make('label', {}, 'Another location', make('span', {class: 'unseen'}, ` for ${name}`), select);
    parts.push(make('div', {class: 'control'}, label, row(button('MOVE', () => ({location: select.value})))));
  }
  const isOnHold = can('RELEASE_HOLD');
  const plain = ['CANCEL_FULFILLMENT_ORDER', isOnHold ? 'RELEASE_HOLD' : 'HOLD'].filter(can);
  if (plain.length > 0) parts.push(row(...plain.map((action) => button(action))));
  return parts;
}

const row = (...buttons) => make('div', {class: 'buttons'}, ...buttons);
