import {useState} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {dateAndTime} from '../../text/format.ts';
import {flagTones} from '../../text/words.ts';
import {api, sentenceOf} from '../api/api.ts';
import {useAction} from '../api/remote.ts';

type OrderFlagsProps = {readonly order: DropshipOrder};

/** Changes in the store after the order was sent, and what to do; less prominent once marked as seen. */
export function OrderFlags({order}: OrderFlagsProps) {
  const unseen = order.flags.filter(({seenAt}) => seenAt === null);
  return (
    <>
      {order.flags.map(({code, text, at, seenAt}) =>
        seenAt === null ? (
          <s-text key={`${code} ${at}`} tone={flagTones[code]}>
            {text}
          </s-text>
        ) : (
          <s-text key={`${code} ${at}`} color="subdued">
            Seen {dateAndTime(seenAt)}: {text}
          </s-text>
        ),
      )}
      {unseen.length > 0 && <SeenButton order={order} upTo={newest(unseen)} />}
    </>
  );
}

const newest = (flags: DropshipOrder['flags']): string =>
  flags.map(({at}) => at).reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one));

/** @param upTo the time of the newest flag shown: flags raised later stay unseen. */
function SeenButton({order, upTo}: OrderFlagsProps & {readonly upTo: string}) {
  const markSeen = useAction(() => api.actOnOrder(order.id, 'seen', {upTo}));
  const [error, setError] = useState('');
  const see = async () => {
    if (markSeen.isRunning) return;
    setError('');
    try {
      await markSeen.run(undefined);
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <s-stack gap="small-400" alignItems="start">
      <s-button
        loading={markSeen.isRunning}
        accessibilityLabel={`I have seen it: ${order.orderName}`}
        onClick={() => void see()}
      >
        I have seen it
      </s-button>
      {error !== '' && <s-text tone="critical">{error}</s-text>}
    </s-stack>
  );
}
