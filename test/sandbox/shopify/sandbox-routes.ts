// A JSON API to drive the shop from outside: see products and orders, place an order, act on one, get a session token.

import express, {type Express} from 'express';
import {z} from 'zod';
import {Basket} from './control/checkout.ts';
import {PlacedOrder} from './control/place-order.ts';
import {countryCodes} from './countries.ts';
import {addFulfilmentRoutes} from './driven/fulfilment-routes.ts';
import {type Shops, withoutShop, withShop} from './driven/with-shop.ts';
import {actOnOrder, Refused} from './order-actions.ts';
import type {LoggedRequest} from './request-log.ts';
import {gid} from './store/gid.ts';
import type {WebhookDeliveries} from './webhooks/deliveries.ts';

/** What the routes show and change of the stand-in. */
type DrivenSandbox = Shops & {
  readonly shopDomains: () => readonly string[];
  readonly sessionToken: (shop: string) => string;
  readonly install: (shop: string) => void;
  readonly uninstall: (shop: string) => void;
  readonly webhooks: Pick<WebhookDeliveries, 'deliveries'>;
  readonly requests: () => readonly LoggedRequest[];
};

export function addSandboxRoutes(app: Express, sandbox: DrivenSandbox): void {
  addOrderRoutes(app, sandbox);
  addFulfilmentRoutes(app, sandbox);
  addShippingRoutes(app, sandbox);
  addShippingPriceRoute(app, sandbox);
  addProfileRoutes(app, sandbox);
  addOwnerRoutes(app, sandbox);
  app.get('/sandbox/api/scopes', (request, response) => {
    withShop(sandbox, request, response, (shop) => void response.json({optional: shop.optionalScopes()}));
  });
  // What the admin does when the merchant agrees to the permissions that the app asks for.
  app.post('/sandbox/api/scopes', express.json(), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      shop.grantScopes(z.object({scopes: z.array(z.string())}).parse(request.body).scopes);
      response.json({granted: shop.scopes()});
    });
  });
  app.get('/sandbox/api/countries', (_request, response) => void response.json(countryCodes()));
  app.get('/sandbox/api/products', (request, response) => {
    withShop(sandbox, request, response, (shop) => void response.json(shop.products()));
  });
  app.post('/sandbox/api/products/activate', express.json({limit: '1mb'}), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const parsed = z.object({ids: z.array(z.string())}).safeParse(withoutShop(request.body));
      if (!parsed.success) throw new Refused('Name the products by their ids.');
      const known = new Set(shop.products().map(({id}) => id));
      const unknown = parsed.data.ids.find((id) => !known.has(id));
      if (unknown !== undefined) throw new Refused(`There is no product ${unknown}.`);
      for (const id of parsed.data.ids) shop.editProduct(id, {status: 'ACTIVE'});
      response.json({activated: parsed.data.ids.length});
    });
  });
  app.get('/sandbox/api/session-token', (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      response.json({shop: shop.domain, token: sandbox.sessionToken(shop.domain)});
    });
  });
  app.get('/sandbox/api/state', (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      response.json({
        shop: shop.domain,
        products: shop.products().length,
        orders: shop.orders().length,
        writes: shop.writes(),
        tokensIssued: shop.tokensIssued(),
        installed: shop.isInstalled(),
        webhooks: countBy(sandbox.webhooks.deliveries().map(({state}) => state)),
        throttled: sandbox.requests().filter(({outcome}) => outcome === 'throttled').length,
      });
    });
  });
}

/** What the owner does in the admin with the app and with users. */
function addOwnerRoutes(app: Express, sandbox: DrivenSandbox): void {
  // What the merchant does with the app under Apps and sales channels.
  app.post('/sandbox/api/app', express.json(), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const {installed} = z.object({installed: z.boolean()}).parse(withoutShop(request.body));
      if (installed !== shop.isInstalled()) sandbox[installed ? 'install' : 'uninstall'](shop.domain);
      response.json({installed: shop.isInstalled()});
    });
  });
  // What the owner lets a user do; the frame's visitor is user 42. `null`: everything.
  app.post('/sandbox/api/staff', express.json(), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const Staff = z.object({user: z.string().default('42'), scopes: z.array(z.string()).nullable()});
      const {user, scopes} = Staff.parse(withoutShop(request.body));
      shop.setStaff(user, scopes);
      response.json({user, scopes});
    });
  });
}

function addOrderRoutes(app: Express, sandbox: DrivenSandbox): void {
  const json = express.json({limit: '1mb'});
  app.post('/sandbox/api/orders', json, (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const parsed = PlacedOrder.safeParse(withoutShop(request.body));
      if (!parsed.success) throw new Refused(inWords(parsed.error));
      const {country} = parsed.data;
      if (country !== null && !countryCodes().includes(country)) {
        throw new Refused(`"${country}" is not the code of a country.`);
      }
      response.status(201).json(shop.checkOut(parsed.data));
    });
  });
  app.get('/sandbox/api/orders', (request, response) => {
    withShop(sandbox, request, response, (shop) => void response.json(shop.orders()));
  });
  app.get('/sandbox/api/orders/:number', (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const order = shop.order(gid('Order', Number(request.params.number)));
      if (order === null) response.status(404).json({error: 'There is no such order.'});
      else response.json(order);
    });
  });
  app.post('/sandbox/api/orders/:number/:act', json, (request, response) => {
    const {number, act} = request.params;
    withShop(sandbox, request, response, (shop) => {
      response.json(actOnOrder(shop, gid('Order', Number(number)), act, withoutShop(request.body)));
    });
  });
}

function addShippingRoutes(app: Express, sandbox: DrivenSandbox): void {
  app.get('/sandbox/api/shipping', (request, response) => {
    withShop(sandbox, request, response, (shop) => void response.json({countries: shop.shipsTo()}));
  });
  app.post('/sandbox/api/shipping', express.json(), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const asked = ShipsTo.safeParse(request.body);
      if (!asked.success) throw new Refused('Name each country the store ships to by its code.');
      const unknown = asked.data.countries.find((code) => !countryCodes().includes(code));
      if (unknown !== undefined) throw new Refused(`"${unknown}" is not the code of a country.`);
      shop.setShipsTo([...new Set(asked.data.countries)]);
      response.json({countries: shop.shipsTo()});
    });
  });
}

/** What a shopper pays for shipping before the order is placed, and the countries a basket can be ordered from. */
function addShippingPriceRoute(app: Express, sandbox: DrivenSandbox): void {
  app.post('/sandbox/api/shipping-price', express.json({limit: '1mb'}), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const parsed = Basket.safeParse(withoutShop(request.body));
      if (!parsed.success) throw new Refused(inWords(parsed.error));
      response.json(shop.shippingFor(parsed.data));
    });
  });
  app.post('/sandbox/api/destinations', express.json({limit: '1mb'}), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const parsed = Lines.safeParse(withoutShop(request.body));
      if (!parsed.success) throw new Refused(inWords(parsed.error));
      const isServed = (country: string) => shop.shippingFor({...parsed.data, country}).kind !== 'refused';
      response.json(countryCodes().filter(isServed));
    });
  });
}

/** What the merchant does to delivery profiles in the admin. */
function addProfileRoutes(app: Express, sandbox: DrivenSandbox): void {
  app.get('/sandbox/api/profiles', (request, response) => {
    withShop(sandbox, request, response, ({profiles}) => void response.json(profiles.inAdmin()));
  });
  app.post('/sandbox/api/profiles/rate', express.json(), (request, response) => {
    withShop(sandbox, request, response, ({profiles}) => {
      const {id, zone, rate, price} = EditedRate.parse(request.body);
      if (!/^\d+(\.\d+)?$/.test(price)) throw new Refused(`"${price}" is no price, such as 12.50.`);
      profiles.editRate(id, {zone, rate}, {price});
      response.json(profiles.inAdmin());
    });
  });
  app.post('/sandbox/api/profiles/delete', express.json(), (request, response) => {
    withShop(sandbox, request, response, ({profiles}) => {
      profiles.remove(z.object({id: z.string()}).parse(request.body).id);
      response.json(profiles.inAdmin());
    });
  });
}

const EditedRate = z.object({id: z.string(), zone: z.string(), rate: z.string(), price: z.string()});
const Lines = Basket.omit({country: true});
const ShipsTo = z.object({countries: z.array(z.string())});

const inWords = ({issues}: z.ZodError): string =>
  issues.map(({path, message}) => `${path.length === 0 ? 'The order' : path.join('.')}: ${message}`).join('; ');

function countBy(values: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
