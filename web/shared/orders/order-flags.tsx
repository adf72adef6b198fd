import {Fragment, type ReactNode} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {dateAndTime} from '../../text/format.ts';
import {flagTones} from '../../text/words.ts';
import {api} from '../api/api.ts';
import {useAttempt} from '../api/remote.ts';
import {ActionFailure} from '../page/action-failure.tsx';
import {EndingButton} from './ending-button.tsx';

type OrderProps = {readonly order: DropshipOrder};

type OrderFlagsProps = OrderProps & {
  /** Shows a flag that was seen, whose whole text is the first parameter, in the room that there is. */
  readonly shorten: (text: string, shown: ReactNode) => ReactNode;
};

/** The flags of an order: changes in the store after it was sent, and what to do, whole. Flags marked as seen are less prominent. */
export function OrderFlags({order, shorten}: OrderFlagsProps) {
  const newest = newestFlagTime(order.flags.filter(({seenAt}) => seenAt === null));
  return (
    <>
      {order.flags.map(({code, text, at, seenAt}) => (
        <Fragment key={`${code} ${at}`}>
          {seenAt === null ? (
            <s-text tone={flagTones[code]}>{text}</s-text>
          ) : (
            shorten(
              text,
              <s-text color="subdued">
                Seen {dateAndTime(seenAt)}: {text}
              </s-text>,
            )
          )}
        </Fragment>
      ))}
      {(order.ending !== null || newest !== undefined) && (
        <s-stack direction="inline" gap="small-300">
          {order.ending !== null && <EndingButton order={order} ending={order.ending} />}
          {newest !== undefined && <SeenButton order={order} upTo={newest} />}
        </s-stack>
      )}
    </>
  );
}

/** The latest time of the flags; undefined: there are none. Flags raised later do not count as seen. */
export const newestFlagTime = (flags: DropshipOrder['flags']): string | undefined =>
  flags
    .map(({at}) => at)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .at(-1);

/**
 * The button that marks the shown flags of an order as seen. @param upTo the time of the newest flag shown: flags raised later stay
 * unseen.
 */
function SeenButton({order, upTo}: OrderProps & {readonly upTo: string}) {
  const {attempt, isRunning, failure} = useAttempt(() => api.actOnOrder(order.id, 'seen', {upTo}));
  return (
    <s-stack gap="small-400" alignItems="start">
      <s-button
        loading={isRunning}
        accessibilityLabel={`Mark as seen: ${order.orderName}`}
        onClick={() => void attempt(undefined)}
      >
        Mark as seen
      </s-button>
      <ActionFailure failure={failure} />
    </s-stack>
  );
}
