import {useEffect, useRef, useState} from 'react';
import type {DropshipOrderDetail, Entered} from '#contract/dropship-orders.ts';
import type {PropertyMeaning} from '#domain/orders/properties/line-properties.ts';
import {api, sentenceOf} from '../../shared/api/api.ts';
import {enteredQuestion} from '../../shared/api/questions.ts';
import {useAction, useRemote} from '../../shared/api/remote.ts';
import {Loading} from '../../shared/page/loading.tsx';
import {meaningWords} from '../../text/property-words.ts';

type Property = Entered['properties'][number];

/** What the buyer entered with the line and the order, read from Shopify; and what the merchant can say of a name, for all orders. */
export function EnteredByBuyer({order}: {order: DropshipOrderDetail}) {
  const remote = useRemote(enteredQuestion(order.id));
  const [done, setDone] = useState<{readonly text: string} | null>(null);
  const isAsked = order.reasonCode === 'property_unread';
  if (remote.value === null) {
    return isAsked || remote.error !== null ? (
      <Loading what="what the buyer entered" remote={remote} height="60px" />
    ) : null;
  }
  const {properties} = remote.value;
  if (properties.length === 0) return <Done done={done} />;
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
      <Done done={done} />
    </s-stack>
  );
}

type PropertyProps = {
  readonly property: Property;
  readonly answers: readonly PropertyMeaning[];
  readonly onDone: (text: string) => void;
};

function OneProperty({property: {key, name, value, meaning}, answers, onDone}: PropertyProps) {
  const answer = useAction((given: PropertyMeaning) => api.answerProperty({name: key, meaning: given}));
  const [asked, setAsked] = useState<PropertyMeaning | null>(null);
  const act = async (given: PropertyMeaning) => {
    setAsked(given);
    try {
      await answer.run(given);
      onDone(`Remembered: “${name}” ${meaningWords[given].sentence}.`);
    } catch (error) {
      shopify.toast.show(sentenceOf(error), {isError: true});
    }
  };
  return (
    <s-stack gap="small-500">
      <s-text dir="auto">
        {name === '' ? 'Without a name' : name}: {value}
        {meaning !== 'unread' && ` (${meaningWords[meaning].label})`}
      </s-text>
      {meaning === 'unread' && (
        <s-stack direction="inline" gap="small-300">
          {answers.map((given) => (
            <s-button
              key={given}
              loading={answer.isRunning && asked === given}
              accessibilityLabel={`“${name}”: ${meaningWords[given].button}`}
              onClick={() => void act(given)}
            >
              {meaningWords[given].button}
            </s-button>
          ))}
        </s-stack>
      )}
    </s-stack>
  );
}

/** Takes the focus: the button that had it is gone. */
function Done({done}: {done: {readonly text: string} | null}) {
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
