import {deliveryQuestion} from '../../questions.ts';
import {useRemote} from '../../remote.ts';
import {Loading} from '../loading.tsx';
import {AddressParts} from './address-parts.tsx';

/** The delivery address, read from Shopify once for each order that is shown, and not kept after this component is gone. */
export function DeliveryAddress({orderId}: {orderId: string}) {
  const remote = useRemote(deliveryQuestion(orderId));
  if (remote.value === null) return <Loading what="the delivery address" remote={remote} height="252px" />;
  return <AddressParts delivery={remote.value} />;
}
