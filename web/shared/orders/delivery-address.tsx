import type {Delivery} from '#contract/dropship-orders.ts';
import {deliveryQuestion} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {copyText} from '../page/copy-text.ts';
import {Loading} from '../page/loading.tsx';
import {Notice} from '../page/notice.tsx';

/** The delivery address, read from Shopify once for each order that is shown, and not kept after this component is gone. */
export function DeliveryAddress({orderId}: {orderId: string}) {
  const remote = useRemote(deliveryQuestion(orderId));
  if (remote.value === null) return <Loading what="the delivery address" remote={remote} height="252px" />;
  return <AddressParts delivery={remote.value} />;
}

type Part = readonly [label: string, value: string | null];

/** The address with a copy button for each part, in the order of the supplier's checkout form. */
function AddressParts({delivery}: {delivery: Delivery}) {
  const {name, company, lines, zip, city, province, provinceLocal, country, email, phone} = delivery;
  const provinces: readonly Part[] = [
    ['Province', province],
    ['Province, local', provinceLocal],
  ];
  const asked: readonly Part[] = [
    ['Name', name],
    ['Street', lines.join(', ')],
    ['Postcode', zip],
    ['City', city],
    // Many countries have none.
    ...provinces.filter(([, value]) => value !== null && value !== ''),
    ['Country', country],
    ['E-mail', email],
  ];
  const others: readonly Part[] = [
    ['Company', company],
    ['Phone', phone],
  ];
  return (
    <s-stack gap="small-300">
      {delivery.withheld !== null && (
        <Notice tone="warning" heading="Shopify withholds part of this address">
          {delivery.withheld}
        </Notice>
      )}
      {asked.map(([label, value]) => (
        <CopiedPart key={label} label={label} value={value ?? ''} />
      ))}
      {others.map(
        ([label, value]) => value !== null && value !== '' && <CopiedPart key={label} label={label} value={value} />,
      )}
    </s-stack>
  );
}

function CopiedPart({label, value}: {label: string; value: string}) {
  return (
    <s-grid gridTemplateColumns="80px 1fr auto" gap="small" alignItems="center">
      <s-text color="subdued">{label}</s-text>
      {value === '' ? (
        <s-text color="subdued">Not given</s-text>
      ) : (
        <s-box>
          <s-text dir="auto">{value}</s-text>
        </s-box>
      )}
      <s-button
        icon="clipboard"
        disabled={value === ''}
        accessibilityLabel={`Copy ${label}`}
        onClick={() => void copyText(label, value)}
      >
        Copy
      </s-button>
    </s-grid>
  );
}
