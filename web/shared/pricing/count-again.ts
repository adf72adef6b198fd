// Figures that were counted before the store's rates were read are counted again, so that all of them say the same of these rates.
import {useEffect, useState} from 'react';
import type {Shipping} from '#contract/order-money.ts';
import {second} from '#domain/durations.ts';
import type {ShippingCounted} from '#domain/margins/shipping-counted.ts';

/** Whether figures that are counted now contain what the store charges; null: Shopify could not be asked. */
export function countedNow({charges, chargesComplete}: Shipping): ShippingCounted | null {
  if (charges === 'unreachable') return null;
  if (charges !== 'read') return charges;
  return chargesComplete ? 'counted' : 'not_read';
}

/**
 * Asks once for newer figures where these were counted otherwise than they would be now. True until it has asked: others may be counted
 * with other rates. @param counted null: there are none yet.
 */
export function useCountAgain(
  shipping: Shipping | null,
  counted: ShippingCounted | null,
  refresh: () => void,
): boolean {
  const [asked, setAsked] = useState<Shipping | null>(null);
  const now = shipping === null ? null : countedNow(shipping);
  const isBehind = now !== null && counted !== null && counted !== now && asked !== shipping;
  useEffect(() => {
    if (!isBehind) return;
    // They may be being loaded: two countings at once are one too many for the server.
    const timer = setTimeout(() => {
      setAsked(shipping);
      refresh();
    }, 2 * second);
    return () => clearTimeout(timer);
  });
  return isBehind;
}
