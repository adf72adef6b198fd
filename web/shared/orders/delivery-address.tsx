import type {Delivery} from '#contract/buyers/delivery.ts';
import {deliveryQuery} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';
import {CopyButton} from '../page/copy-button.tsx';
import {Loading} from '../page/loading.tsx';
import {Notice} from '../page/notice.tsx';

/** The delivery address, read from Shopify once for each order that is shown, and not kept after this component is gone. */
export function DeliveryAddress({orderId}: {orderId: string}) {
  const remote = useRemote(deliveryQuery(orderId));
  if (remote.value === null) return <Loading what="the delivery address" remote={remote} height="360px" />;
  return <AddressParts delivery={remote.value} />;
}

/** A part of the address; null or empty: the buyer did not give it, or Shopify withholds it. */
type AddressPart = readonly [label: string, value: string | null];

/** The address with a copy button for each part, in the order of the supplier's checkout form. */
function AddressParts({delivery}: {delivery: Delivery}) {
  const {name, company, lines, zip, city, province, provinceLocal, country, email, phone} = delivery;
  const provinces: readonly AddressPart[] = [
    ['Province', province],
    ['Province, local', provinceLocal],
  ];
  const asked: readonly AddressPart[] = [
    ['Name', name],
    ['Street', lines.join(', ')],
    ['Postcode', zip],
    ['City', city],
    // Left out where the address has none, as in many countries.
    ...provinces.filter(([, value]) => value !== null && value !== ''),
    ['Country', country],
    ['E-mail', email],
  ];
  const others: readonly AddressPart[] = [
    ['Company', company],
    ['Phone', phone],
  ];
  const whole = wholeAddress(delivery);
  return (
    <s-stack gap="small-300">
      {delivery.withheld !== null && (
        <Notice tone="warning" heading="Shopify withholds part of this address">
          {delivery.withheld}
        </Notice>
      )}
      <s-stack direction="inline">
        <CopyButton name="Address" accessibilityLabel="Copy all of the address" text={whole}>
          Copy all
        </CopyButton>
      </s-stack>
      {asked.map(([label, value]) => (
        <CopyablePart key={label} label={label} value={value ?? ''} />
      ))}
      {others.map(
        ([label, value]) => value !== null && value !== '' && <CopyablePart key={label} label={label} value={value} />,
      )}
    </s-stack>
  );
}

/** The whole address as on a label: a line for each part that is given, with e-mail and phone at the end. */
function wholeAddress({name, company, lines, zip, city, province, country, email, phone}: Delivery): string {
  const place = [zip, city].filter(isGiven).join(' ');
  return [name, company, ...lines, place, province, country, email, phone].filter(isGiven).join('\n');
}

const isGiven = (part: string | null): part is string => part !== null && part !== '';

function CopyablePart({label, value}: {label: string; value: string}) {
  return (
    <s-grid gridTemplateColumns="minmax(0, 1fr) auto" gap="small" alignItems="center">
      <s-stack>
        <s-text color="subdued">{label}</s-text>
        {value === '' ? (
          <s-text color="subdued">Not given</s-text>
        ) : (
          <div style={{overflowWrap: 'anywhere'}}>
            <s-text dir="auto">{value}</s-text>
          </div>
        )}
      </s-stack>
      <CopyButton name={label} accessibilityLabel={`Copy ${label}`} text={value}>
        Copy
      </CopyButton>
    </s-grid>
  );
}
