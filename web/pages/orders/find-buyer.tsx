import {useId, useState} from 'react';
import type {FoundBuyers} from '#contract/buyers/find-buyers.ts';
import {callApi} from '../../shared/api/api.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {OrderState, piecesText} from '../../shared/orders/order-cells.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';

/** Asks Shopify. What was typed goes only into the body of the request. */
const findBuyers = (text: string) => callApi<FoundBuyers>('POST', '/api/dropship-orders/find-buyers', {body: {text}});

/**
 * The button that finds orders by the buyer's name or e-mail. What is typed stays in this component: it stands in no address, and is
 * forgotten when the page is left.
 */
export function FindBuyer({now}: {now: Date}) {
  const modal = useId();
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundBuyers | null>(null);
  const {attempt, isRunning, failure} = useAttempt(findBuyers, {onDone: setFound});
  const find = () => {
    if (text.trim() === '') return;
    setFound(null);
    void attempt(text);
  };
  return (
    <>
      <s-button commandFor={modal} command="--show">
        Find a buyer
      </s-button>
      <s-modal id={modal} heading="Find a buyer’s orders">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            find();
          }}
        >
          <s-stack gap="small">
            <s-text-field
              label="Name or e-mail of the buyer"
              details="Shopify is asked. Piecewise does not keep what you type."
              autocomplete="off"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <s-stack direction="inline">
              <s-button type="submit" variant="primary" loading={isRunning} disabled={text.trim() === ''}>
                Find
              </s-button>
            </s-stack>
            <ActionFailure failure={failure} heading="Not found out" />
            <div role="status">{found !== null && <FoundOrders found={found} now={now} />}</div>
          </s-stack>
        </form>
        <s-button slot="secondary-actions" commandFor={modal} command="--hide">
          Close
        </s-button>
      </s-modal>
    </>
  );
}

function FoundOrders({found: {orders, hasMore, isWithheld}, now}: {found: FoundBuyers; now: Date}) {
  return (
    <s-stack gap="small-200">
      {orders.length === 0 && (
        <s-text>
          {isWithheld
            ? 'No order was found. Shopify withholds the data of buyers from Piecewise, so it may not find them by name.'
            : 'No order was found. Type whole words, as the buyer wrote them. Shopify may show only orders of the last sixty days.'}
        </s-text>
      )}
      {orders.map((order) => (
        <s-clickable key={order.id} href={`/orders/${order.id}`} padding="small" border="base" borderRadius="base">
          <s-stack gap="small-400">
            <s-text type="strong">
              {order.orderName}: {order.articleName}, {piecesText(order)}
            </s-text>
            <OrderState order={order} now={now} />
          </s-stack>
        </s-clickable>
      ))}
      {hasMore && <s-text color="subdued">Shopify has more orders like this. Type more of the name.</s-text>}
    </s-stack>
  );
}
