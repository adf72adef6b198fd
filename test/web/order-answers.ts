// The page of one order as the API may answer it, checked against its contract.
import {Delivery} from '#contract/buyers/delivery.ts';
import {type DropshipOrder, DropshipOrderDetail} from '#contract/dropship-orders.ts';
import {aDropshipOrder, build} from './answers.ts';

export const anOrderDetail = build(DropshipOrderDetail, {
  ...aDropshipOrder(),
  attempts: [
    {
      startedAt: '2026-11-18T09:11:58.000Z',
      finishedAt: '2026-11-18T09:12:00.000Z',
      phase: null,
      httpStatus: 200,
      verdict: 'placed',
      detail: null,
    },
  ],
  history: [],
  actions: ['paid', 'dismiss'],
  placeAgainAsksForReference: false,
  overrides: [],
  approved: [],
  typed: {colour: null, size: null, name: false, email: false},
  stated: {colours: [], sizes: []},
  sizeText: null,
  siblings: [aDropshipOrder({id: 'order-9', articleName: 'Maison Perrin silk scarf', state: 'paid'})],
  shipment: null,
  notifiesBuyer: true,
  settingsUnreadable: null,
  requests: [],
  fulfilment: null,
  offSale: null,
  buyerRefund: {currency: 'EUR', line: 7990, shipping: 490},
  buyerRefundNote: null,
  refundAsked: false,
  sentAt: '2026-11-18T09:11:58.000Z',
  paidAt: null,
  closedAt: null,
});

export const aDelivery = build(Delivery, {
  withheld: null,
  name: 'Ada Buyer',
  company: null,
  lines: ['Lindenweg 5', 'Hinterhaus'],
  city: 'Hamburg',
  zip: '20095',
  province: null,
  provinceLocal: null,
  country: 'Germany',
  countryCode: 'DE',
  email: 'ada@buyer.example',
  phone: null,
});

/** Unpaid, and to be paid with another address than it was sent with. */
export const aMovedOrder = (): DropshipOrder =>
  aDropshipOrder({
    id: 'order-moved',
    orderName: '#1040',
    ending: {kind: 'replace', because: 'address', pieces: null},
    flags: [
      {
        code: 'destination_changed',
        text: 'The delivery address is no longer the one this was sent with (in Germany). Give the new address at the checkout. If its zone is another, do not pay this order: the checkout takes only addresses of the zone it was opened for. Replace it.',
        at: '2026-11-19T22:04:00.000Z',
        seenAt: null,
      },
    ],
  });

export const aWithheldOrder = (): DropshipOrder =>
  aDropshipOrder({
    id: 'order-3',
    orderName: '#1044',
    articleName: 'Maison Perrin silk scarf',
    colour: null,
    size: null,
    quantity: 1,
    country: 'GB',
    zone: 'GB',
    ref: 'DS-20261119-02',
    checkoutUrl: null,
    checkoutWithheld: 'The supplier’s link leads to an unknown address, so it is not shown.',
    price: 4100,
    fee: 1450,
    placedAt: '2026-11-19T11:40:00.000Z',
    warning: 'The price rose by 1.20 since the last update.',
  });
