import {useState} from 'react';
import type {Delivery} from '#contract/dropship-orders.ts';
import {api, sentenceOf} from '../../api.ts';
import {useAction} from '../../remote.ts';

/** The address for the supplier's checkout, read from Shopify on request; the history records who read it. */
export function DeliverySection({orderId}: {orderId: string}) {
  const [delivery, setDelivery] = useState<Delivery | null>(null);
  const [error, setError] = useState('');
  const read = useAction(() => api.delivery(orderId));
  const show = async () => {
    setError('');
    try {
      setDelivery(await read.run(undefined));
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <s-section heading="Delivery address">
      {delivery === null ? (
        <s-stack gap="small-200" alignItems="start">
          <s-text color="subdued">Read from Shopify when you ask for it, and stored nowhere else.</s-text>
          <s-button loading={read.isRunning} onClick={() => void show()}>
            Show the address
          </s-button>
          {error !== '' && <s-text tone="critical">{error}</s-text>}
        </s-stack>
      ) : (
        <Address delivery={delivery} />
      )}
    </s-section>
  );
}

/** Fields in the order of the supplier's checkout form. */
function Address({delivery}: {delivery: Delivery}) {
  const {name, company, lines, zip, city, province, country, email, phone} = delivery;
  const parts: readonly (readonly [label: string, value: string | null])[] = [
    ['Name', name],
    ['Company', company],
    ['Street', lines.join(', ')],
    ['Postcode', zip],
    ['City', city],
    ['Province', province],
    ['Country', country],
    ['E-mail', email],
    ['Phone', phone],
  ];
  return (
    <s-stack gap="small-300">
      {delivery.withheld !== null && <s-banner tone="warning">{delivery.withheld}</s-banner>}
      {parts.map(
        ([label, value]) => value !== null && value !== '' && <Part key={label} label={label} value={value} />,
      )}
    </s-stack>
  );
}

function Part({label, value}: {label: string; value: string}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      shopify.toast.show(`${label} copied`);
    } catch {
      shopify.toast.show('Your browser does not let the page copy. Select the text instead.', {isError: true});
    }
  };
  return (
    <s-grid gridTemplateColumns="96px 1fr auto" gap="small" alignItems="center">
      <s-text color="subdued">{label}</s-text>
      <s-text>{value}</s-text>
      <s-button variant="tertiary" icon="clipboard" accessibilityLabel={`Copy ${label}`} onClick={() => void copy()} />
    </s-grid>
  );
}
