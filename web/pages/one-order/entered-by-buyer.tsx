import {useEffect, useRef, useState} from 'react';
import type {DropshipOrderDetail, Entered} from '#contract/dropship-orders.ts';
import type {StandingAnswers} from '#contract/order-settings.ts';
import type {PropertyMeaning} from '#domain/orders/properties/line-properties.ts';
import {callApi} from '../../shared/api/api.ts';
import {buyerEntriesQuery} from '../../shared/api/questions.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Loading} from '../../shared/page/loading.tsx';
import {meaningTexts} from '../../text/property-words.ts';

type Property = Entered['properties'][number];

/**
 * The properties that the buyer entered with the line and the order, read from Shopify, with buttons for what a property's name means in
 * all orders.
 */
export function EnteredByBuyer({order}: {order: DropshipOrderDetail}) {
  const remote = useRemote(buyerEntriesQuery(order.id));
  const [done, setDone] = useState<{readonly text: string} | null>(null);
  const isAsked = order.reasonCode === 'property_unread';
  if (remote.value === null) {
    return isAsked || remote.error !== null ? (
      <Loading what="what the buyer entered" remote={remote} height="60px" />
    ) : null;
  }
  const {properties} = remote.value;
  if (properties.length === 0) return <AnswerStatus done={done} />;
  const answers: readonly PropertyMeaning[] = isAsked ? ['size', 'colour', 'never', 'always'] : ['always'];
  return (
    <s-stack gap="small-300">
      <s-text color="subdued">Entered by the buyer:</s-text>
      {properties.map((property, index) => (
        <OneProperty
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name and value
          key={index}
          property={property}
          answers={answers}
          onDone={(text) => setDone({text})}
        />
      ))}
      {isAsked && <s-text color="subdued">Your answer counts for all orders with that name. Settings list it.</s-text>}
      <AnswerStatus done={done} />
    </s-stack>
  );
}

type PropertyProps = {
  readonly property: Property;
  /** The meanings that the merchant can give to the property's name here. */
  readonly answers: readonly PropertyMeaning[];
  readonly onDone: (text: string) => void;
};

function OneProperty({property: {key, name, value, meaning}, answers, onDone}: PropertyProps) {
  const {attempt, running, failure} = useAttempt(
    (given: PropertyMeaning) =>
      callApi<StandingAnswers>('POST', '/api/standing-answers/property', {body: {name: key, meaning: given}}),
    {onDone: (_, given) => onDone(`Remembered: “${name}” ${meaningTexts[given].sentence}.`)},
  );
  return (
    <s-stack gap="small-500">
      <s-text dir="auto">
        {name === '' ? 'Without a name' : name}: {value}
        {meaning !== 'unread' && ` (${meaningTexts[meaning].label})`}
      </s-text>
      {meaning === 'unread' && (
        <s-stack direction="inline" gap="small-300">
          {answers.map((given) => (
            <s-button
              key={given}
              loading={running === given}
              accessibilityLabel={`“${name}”: ${meaningTexts[given].button}`}
              onClick={() => void attempt(given)}
            >
              {meaningTexts[given].button}
            </s-button>
          ))}
        </s-stack>
      )}
      <ActionFailure failure={failure} heading="Not remembered" />
    </s-stack>
  );
}

/** The result of the last answer. It takes the focus, because the button that had it is gone. */
function AnswerStatus({done}: {done: {readonly text: string} | null}) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (done !== null) status.current?.focus();
  }, [done]);
  return (
    <div ref={status} role="status" tabIndex={-1} style={done === null ? {display: 'contents'} : {outline: 'none'}}>
      {done !== null && <s-text type="strong">{done.text}</s-text>}
    </div>
  );
}
