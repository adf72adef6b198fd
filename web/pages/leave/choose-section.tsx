import {useState} from 'react';
import {type DepartureChoice, deletionWord} from '#domain/departure/plan-departure.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {countNoun} from '../../text/words.ts';
import {type Departure, leave} from './leave-api.ts';
import {choiceLabels, effectText, offeredChoices} from './leave-words.ts';

type ChooseSectionProps = {readonly plan: Departure; readonly onChanged: () => void};

/** What leaving does, by choice and in counts, and the button that begins it. */
export function ChooseSection({plan, onChanged}: ChooseSectionProps) {
  const [choice, setChoice] = useState<DepartureChoice>('draft');
  return (
    <s-section heading="Stop using Piecewise">
      <s-stack gap="base">
        <s-paragraph>
          Do this before you remove Piecewise in Shopify: afterwards it has no access, and your products stay as they
          are.
        </s-paragraph>
        <PlaceCounts products={plan.products} />
        <OpenOrders orders={plan.orders} />
        <s-choice-list
          label="What becomes of the products"
          name="products"
          values={[choice]}
          onChange={({currentTarget: {values}}) => setChoice(offeredChoices.find((one) => one === values[0]) ?? choice)}
        >
          {offeredChoices.map((value) => (
            <s-choice key={value} value={value}>
              {choiceLabels[value]}
              <s-text slot="details">{effectText(value, plan.products)}</s-text>
            </s-choice>
          ))}
        </s-choice-list>
        <s-unordered-list>
          <s-list-item>Prices and texts stay as they are in your store, also those that you changed.</s-list-item>
          <s-list-item>
            The shipping profile and the fulfilment service are taken back, where you have them.
          </s-list-item>
          <s-list-item>
            No update runs any more. Orders are sent to the supplier until you remove Piecewise.
          </s-list-item>
          {plan.isUpdating && <s-list-item>The update that is going on is stopped first.</s-list-item>}
        </s-unordered-list>
        <BeginButton key={choice} choice={choice} products={plan.products} onChanged={onChanged} />
      </s-stack>
    </s-section>
  );
}

type BeginButtonProps = Pick<Departure, 'products'> & {
  readonly choice: DepartureChoice;
  readonly onChanged: () => void;
};

/** The button that begins, after a question, and for a deletion after a typed word. */
function BeginButton({choice, products, onChanged}: BeginButtonProps) {
  const [word, setWord] = useState('');
  const {attempt, isRunning, failure} = useAttempt(leave, {onDone: onChanged});
  const isDeletion = choice === 'delete';
  return (
    <>
      <s-stack direction="inline">
        <AskFirstButton
          label="Begin to leave"
          heading={`Begin to leave: ${choiceLabels[choice].toLowerCase()}`}
          confirmLabel="Begin"
          tone="critical"
          isRunning={isRunning}
          isDisabled={isRunning}
          mayConfirm={!isDeletion || word === deletionWord}
          onOpen={() => setWord('')}
          onConfirm={() => void attempt({products: choice, ...(isDeletion ? {word} : {})})}
        >
          <s-stack gap="base">
            <s-paragraph>{effectText(choice, products)}</s-paragraph>
            {isDeletion && (
              <s-text-field
                label={`Type ${deletionWord} to confirm`}
                value={word}
                autocomplete="off"
                onInput={({currentTarget: {value}}) => setWord(value)}
              />
            )}
          </s-stack>
        </AskFirstButton>
      </s-stack>
      <ActionFailure failure={failure} />
    </>
  );
}

/** Where the products are now. */
function PlaceCounts({products: {made, adopted, drafts, archived, gone}}: Pick<Departure, 'products'>) {
  const parts = [
    `${countNoun(made.onSale + adopted.onSale, 'product')} on sale`,
    countNoun(drafts, 'draft'),
    countNoun(archived, 'archived product'),
  ];
  const deleted = gone === 0 ? '' : ` ${countNoun(gone, 'more was', 'more were')} deleted in Shopify.`;
  return (
    <s-paragraph>{`Of Piecewise in your store: ${parts.join(', ')}.${deleted} What you just changed in Shopify may not be counted yet; leaving looks at each product itself.`}</s-paragraph>
  );
}

export const areOrdersOpen = ({unsent, unpaid, unshipped}: Departure['orders']): boolean =>
  unsent + unpaid + unshipped > 0;

/** Orders that are not over; nothing if there are none. */
export function OpenOrders({orders: {unsent, unpaid, unshipped}}: Pick<Departure, 'orders'>) {
  const parts = [
    ...(unsent > 0 ? [`${countNoun(unsent, 'is', 'are')} not sent yet`] : []),
    ...(unpaid > 0 ? [`${countNoun(unpaid, 'is', 'are')} not paid at the supplier`] : []),
    ...(unshipped > 0 ? [`${countNoun(unshipped, 'is', 'are')} not marked as shipped`] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <Notice
      tone="warning"
      heading="Orders are open"
      button={<s-button href="/orders">See the orders</s-button>}
    >{`${parts.join(', ')}. None of them is lost, but once Piecewise is removed nothing more is sent, and the checkout links are gone. See to them first.`}</Notice>
  );
}
