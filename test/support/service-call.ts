// Shopify's call about the fulfilment service, at the address where a test's app listens.
import {createHmac} from 'node:crypto';

export type ServiceCall = {readonly text: string; readonly shop: string; readonly signature: string};

/** The body with which Shopify says that fulfilment is requested. */
export const requestCall = JSON.stringify({kind: 'FULFILLMENT_REQUEST'});

/** The signature of a body, as Shopify makes it. */
export const signCall = (text: string, apiSecret: string): string =>
  createHmac('sha256', apiSecret).update(text).digest('base64');

/** @returns the status of the answer. */
export async function callService(appUrl: string, {text, shop, signature}: ServiceCall): Promise<number> {
  const answer = await fetch(`${appUrl}/fulfilment/fulfillment_order_notification`, {
    method: 'POST',
    body: text,
    headers: {'x-shopify-shop-domain': shop, 'x-shopify-hmac-sha256': signature, 'content-type': 'application/json'},
  });
  await answer.text();
  return answer.status;
}
