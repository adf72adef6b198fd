// A small page and a JSON API to drive the shop from outside: see products, place an order, get a session token.

import express, {type Express, type Request, type Response} from 'express';
import {PlacedOrder} from './control/place-order.ts';
import {orderPage} from './order-page.ts';
import type {LoggedRequest} from './request-log.ts';
import type {ShopControl} from './shop-control.ts';
import type {DeliveryDesk} from './webhooks/deliveries.ts';

/** What the pages show and change of the stand-in. */
type DrivenSandbox = {
  readonly shop: (domain?: string) => ShopControl;
  readonly shopDomains: () => readonly string[];
  readonly sessionToken: (shop: string) => string;
  readonly webhooks: Pick<DeliveryDesk, 'deliveries'>;
  readonly requests: () => readonly LoggedRequest[];
};

export function addSandboxPages(app: Express, sandbox: DrivenSandbox): void {
  const json = express.json({limit: '1mb'});
  app.get('/sandbox/orders', (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      response.type('html').send(orderPage(sandbox.shopDomains(), shop));
    });
  });
  app.post('/sandbox/orders', express.urlencoded({extended: false}), (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const {variantId, quantity, country, province, financialStatus, email, name, test} = fields(request.body);
      shop.placeOrder(
        PlacedOrder.parse({
          country: country?.toUpperCase(),
          province: province || null,
          lines: [{variantId, quantity: Number(quantity)}],
          financialStatus,
          test: test === 'on',
          ...(email ? {email} : {}),
          ...(name ? {name} : {}),
        }),
      );
      response.redirect(303, `/sandbox/orders?shop=${encodeURIComponent(shop.domain)}`);
    });
  });
  app.post('/sandbox/api/orders', json, (request, response) => {
    withShop(sandbox, request, response, (shop) => {
      const parsed = PlacedOrder.safeParse(withoutShop(request.body));
      if (!parsed.success) return void response.status(400).json({error: parsed.error.message});
      response.status(201).json(shop.placeOrder(parsed.data));
    });
  });
  app.get('/sandbox/api/orders', (request, response) => {
    withShop(sandbox, request, response, (shop) => void response.json(shop.orders()));
  });
  app.get('/sandbox/api/products', (request, response) => {
    withShop(sandbox, request, response, (shop) => void response.json(shop.products()));
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

/** The shop named by `?shop=` or in the body, else the first; an unknown one or an impossible wish is a 400. */
function withShop(
  sandbox: DrivenSandbox,
  request: Request,
  response: Response,
  work: (shop: ShopControl) => void,
): void {
  try {
    const {shop: inBody} = fields(request.body);
    const named = typeof request.query['shop'] === 'string' ? request.query['shop'] : inBody;
    work(sandbox.shop(named));
  } catch (error) {
    response.status(400).json({error: error instanceof Error ? error.message : String(error)});
  }
}

function fields(body: unknown): Readonly<Partial<Record<string, string>>> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function withoutShop(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'shop'));
}

function countBy(values: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
