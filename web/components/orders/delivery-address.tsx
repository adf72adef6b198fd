import {useEffect, useState} from 'react';
import type {Delivery} from '#contract/dropship-orders.ts';
import {api, sentenceOf} from '../../api.ts';
import {Loading} from '../loading.tsx';
import {AddressParts} from './address-parts.tsx';

type Read = {readonly orderId: string; readonly delivery: Delivery | null; readonly error: string | null};

/**
 * The delivery address, read from Shopify once for each order that is shown: the history records every reading, so polling would
 * fill it. It is not kept after this component is gone.
 */
export function DeliveryAddress({orderId}: {orderId: string}) {
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const know = (part: Partial<Read>) => {
      if (!leaving.signal.aborted) setRead({orderId, delivery: null, error: null, ...part});
    };
    setRead(null);
    api.delivery(orderId, leaving.signal).then(
      (delivery) => know({delivery}),
      (failed: unknown) => know({error: sentenceOf(failed)}),
    );
    return () => leaving.abort();
  }, [orderId, attempt]);
  if (read !== null && read.orderId === orderId && read.delivery !== null) {
    return <AddressParts delivery={read.delivery} />;
  }
  const remote = {error: read?.error ?? null, refresh: () => setAttempt(attempt + 1)};
  return <Loading what="the delivery address" remote={remote} height="252px" />;
}
