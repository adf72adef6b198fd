// What all routes that drive a shop from outside share: the shop that a request names, and a refusal as an answer.

import type {Request, Response} from 'express';
import type {ShopControl} from '../shop-control.ts';

export type Shops = {readonly shop: (domain?: string) => ShopControl};

/** The shop named by `?shop=` or in the body, else the first; an unknown one or an impossible wish is a 400. */
export function withShop(
  sandbox: Shops,
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

export function withoutShop(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'shop'));
}
