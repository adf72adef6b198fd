// What the admin shows of fulfilment orders, locations and stock, and what the merchant does there. What Shopify refuses is a 400 with its
// words.

import express, {type Express} from 'express';
import {z} from 'zod';
import type {ServiceControl} from '../control/service-control.ts';
import {Refused} from '../order-actions.ts';
import type {ShopControl} from '../shop-control.ts';
import {gid} from '../store/gid.ts';
import {type Shops, withoutShop, withShop} from './with-shop.ts';

const Given = z.object({message: z.string().optional(), location: z.string().optional()});

type Act = (services: ServiceControl, id: string, given: z.output<typeof Given>) => unknown;

/** By the name of each act in its address. An empty note is none. */
const acts: Readonly<Record<string, Act>> = {
  request: (services, id, {message}) => services.request(id, message ? {message} : {}),
  'request-cancellation': (services, id, {message}) => services.requestCancellation(id, message || undefined),
  cancel: (services, id) => services.cancel(id),
  move: (services, id, {location = ''}) => services.move(id, location),
  hold: (services, id) => services.hold(id, true),
  release: (services, id) => services.hold(id, false),
};

export function addFulfilmentRoutes(app: Express, sandbox: Shops): void {
  const ofOrder = '/sandbox/api/orders/:number/fulfilment-orders';
  app.get(ofOrder, (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      response.json(shop.services.fulfilmentOrders(gid('Order', Number(request.params.number))));
    });
  });
  app.post(`${ofOrder}/:fulfilmentOrder/:act`, express.json(), (request, response) => {
    const {number, fulfilmentOrder, act} = request.params;
    withShop(sandbox, request, response, ({services}) => {
      const perform = Object.hasOwn(acts, act) ? acts[act] : undefined;
      if (perform === undefined) throw new Refused(`A fulfilment order cannot be asked to "${act}".`);
      const order = gid('Order', Number(number));
      const id = gid('FulfillmentOrder', Number(fulfilmentOrder));
      if (!services.fulfilmentOrders(order).some((one) => one.id === id)) {
        throw new Refused('The order has no such fulfilment order.');
      }
      perform(services, id, Given.parse(withoutShop(request.body)));
      response.json(services.fulfilmentOrders(order));
    });
  });
  app.get('/sandbox/api/locations', (request, response) => {
    withShop(sandbox, request, response, (shop) => void response.json(locationsOf(shop)));
  });
  app.get('/sandbox/api/stock', (request, response) => {
    withShop(sandbox, request, response, ({services}) => void response.json(services.stock()));
  });
  app.get('/sandbox/api/order-processing', (request, response) => {
    withShop(sandbox, request, response, ({services}) => void response.json({isAutomatic: services.isAutomatic()}));
  });
  app.post('/sandbox/api/order-processing', express.json(), (request, response) => {
    withShop(sandbox, request, response, ({services}) => {
      services.setAutomatic(z.object({isAutomatic: z.boolean()}).parse(withoutShop(request.body)).isAutomatic);
      response.json({isAutomatic: services.isAutomatic()});
    });
  });
}

/** Each location with how many variants it stocks, and the fulfilment service that it belongs to. */
function locationsOf({services}: ShopControl) {
  const stocked = Object.values(services.stock()).flat();
  return services.locations().map((location) => ({
    ...location,
    variants: stocked.filter((id) => id === location.id).length,
    service: services.all().find(({locationId}) => locationId === location.id)?.name ?? null,
  }));
}
