// Cells of the order list whose texts may be longer than a line: on a laptop an article's name and long reasons end early.
import type {CSSProperties, ReactNode} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import {useIsNarrow} from '../../shared/list/narrow-screen.ts';
import {orderedWords} from '../../shared/orders/order-cells.tsx';
import {OrderFlags} from '../../shared/orders/order-flags.tsx';
import {countryName, dayOf} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

type OrderProps = {readonly order: DropshipOrder};

/** The day of the order, on one line. */
export const OrderedDay = ({order}: OrderProps) => (
  <span style={{whiteSpace: 'nowrap'}}>
    <s-text color="subdued">{dayOf(order.orderedAt)}</s-text>
  </span>
);

/** The country by its code, which a row always has room for; a phone's card has room for its name. */
export function Country({order: {country}}: OrderProps) {
  if (country === null) return <s-text>No address</s-text>;
  const name = countryName(country);
  return (
    <>
      <s-box display="@container (inline-size > 490px) auto, none">
        <span title={name} aria-label={name} role="img" style={{whiteSpace: 'nowrap'}}>
          {country}
        </span>
      </s-box>
      <s-box display="@container (inline-size > 490px) none, auto">{name}</s-box>
    </>
  );
}

/** A text that is never cut: a word longer than its line breaks, so that the column may become as narrow as the others need. */
const wrapped: CSSProperties = {display: 'block', overflowWrap: 'anywhere'};

/** The colour and size that are ordered; how many if several, or not of pieces. */
function detailsText(order: DropshipOrder): string {
  const {quantity, unit} = order;
  const words = orderedWords(order).join(', ');
  if (unit !== null) return [countNoun(quantity, unit.one, unit.many), words].filter((part) => part !== '').join(', ');
  return [...(quantity === 1 ? [] : [`${quantity}\u00A0×`]), words].join(' ').trim();
}

/** As many lines as a row has room for; the whole text is in its title. */
const upTo = (lines: number): CSSProperties => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: lines,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
});

type OrderedArticleProps = OrderProps & {readonly failure: string | null};

/**
 * The article above its colour and size, which are always whole, and below both why the order waits and what there is to do: this column
 * takes the width that the others leave. Two lines are as high as the picture, so the name has one; on a phone as many as it needs.
 */
export function OrderedArticle({order, failure}: OrderedArticleProps) {
  const isNarrow = useIsNarrow();
  const {articleName, taken, id} = order;
  const details = detailsText(order);
  const takenWords = <TakenWords id={id} texts={taken.map((one) => one.text)} />;
  return (
    <div style={{minWidth: '150px', maxWidth: isNarrow ? 'none' : '420px'}}>
      <div style={isNarrow ? {} : {marginBlock: '-4px'}}>
        <span dir="auto" title={articleName} style={isNarrow ? wrapped : {...upTo(1), wordBreak: 'break-all'}}>
          {articleName}
        </span>
        <span style={wrapped}>
          <s-text color="subdued">{details}</s-text> {!isNarrow && takenWords}
        </span>
        {isNarrow && takenWords}
      </div>
      <RowNotes order={order} failure={failure} />
    </div>
  );
}

/** Why the order is still to be sent, what changed in the store since, and what there is to do about it. */
function RowNotes({order, failure}: OrderedArticleProps): ReactNode {
  const isNarrow = useIsNarrow();
  const {state, flags, ending, refundOpen} = order;
  const reason = isOpenState(state) ? order.reason : null;
  if (reason === null && flags.length === 0 && ending === null && !refundOpen && failure === null) return null;
  const short = (text: string, shown: ReactNode) => (
    <span title={text} style={isNarrow ? wrapped : upTo(3)}>
      {shown}
    </span>
  );
  return (
    <s-box paddingBlockStart="small-300">
      <s-stack gap="small-300" alignItems="start">
        {reason !== null && short(reason, reason)}
        <OrderFlags order={order} shorten={short} />
        {refundOpen && <s-text>The refund to the buyer is open.</s-text>}
        {failure !== null && <s-text tone="critical">Not done: {failure}</s-text>}
      </s-stack>
    </s-box>
  );
}

/** Says, in a row by an icon, that colour or size is neither the variant's nor the merchant's, and where it comes from. */
function TakenWords({id, texts}: {id: string; texts: readonly string[]}): ReactNode {
  if (texts.length === 0) return null;
  const words = texts.join(' ');
  const tooltip = `taken-${id}`;
  return (
    <span style={{display: 'inline-block'}}>
      <s-box display="@container (inline-size > 490px) auto, none">
        <s-icon type="info" size="small" color="subdued" interestFor={tooltip} />
        <s-text accessibilityVisibility="exclusive">{words}</s-text>
        <s-tooltip id={tooltip}>{words}</s-tooltip>
      </s-box>
      <s-box display="@container (inline-size > 490px) none, auto">
        <s-text color="subdued">{words}</s-text>
      </s-box>
    </span>
  );
}
