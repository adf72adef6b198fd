// The delivery address to copy to the supplier's checkout: read from Shopify for this one answer, and never cached by a browser.
// The audit trail records who read it, but not the address.
import {Router} from 'express';
import {findProvinceNames} from '#domain/destinations/province-names.ts';
import {saveAudit} from '../../../db/shops/audit.ts';
import type {Deps} from '../../../deps.ts';
import {type DeliveryAddress, fetchDeliveryAddress} from '../../../shopify/orders/delivery-address.ts';
import type {Delivery} from '../../contract/buyers/delivery.ts';
import {Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {requireOrder} from './dropship-orders.ts';

export function deliveryRoutes({db, admin, now}: Pick<Deps, 'db' | 'admin' | 'now'>): Router {
  const router = Router();
  router.get('/dropship-orders/:id/delivery', async (req, res) => {
    const shop = shopOf(res);
    const order = await requireOrder({db}, shop, req.params.id);
    const found = await fetchDeliveryAddress(admin, shop, order.order_gid);
    if (found === null) {
      throw new Refusal(404, 'order_gone', 'Shopify does not know this store order any more, so there is no address.');
    }
    await saveAudit(db, shop, {actor: actorOf(res), action: 'address_read', subject: order.id}, now());
    res.set('cache-control', 'no-store, no-transform');
    res.json(toDelivery(found));
  });
  return router;
}

const withheldText =
  'Shopify withholds protected customer data from the app here, so something is missing. Look it up in the store order itself; the app needs approval for name, e-mail, phone and address (protected customer data, Level 2).';

function toDelivery({address, email, phone, withheld}: DeliveryAddress): Delivery {
  const names = findProvinceNames(address?.provinceCode ?? null);
  return {
    withheld: withheld ? withheldText : null,
    name: address?.name ?? null,
    company: address?.company ?? null,
    lines: [address?.address1, address?.address2].flatMap((line) => (line?.trim() ? [line.trim()] : [])),
    city: address?.city ?? null,
    zip: address?.zip ?? null,
    province: names?.latin ?? address?.province ?? address?.provinceCode ?? null,
    provinceLocal: names?.local ?? null,
    country: address?.country ?? null,
    countryCode: address?.countryCodeV2 ?? null,
    email,
    phone,
  };
}
