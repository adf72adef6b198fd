// Cells of the order list whose texts may be longer than a line: the article ends early on a laptop, all others wrap.
import type {CSSProperties, ReactNode} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import {useIsNarrow} from '../../shared/list/narrow-screen.ts';
import {OrderState} from '../../shared/orders/order-cells.tsx';
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

/** The colour and size that are ordered, where the variant names none those that Piecewise takes; how many if several, or not of pieces. */
function detailsText({colour, size, taken, quantity, unit}: DropshipOrder): string {
  const takenFor = (what: 'colour' | 'size') => taken.find((one) => one.what === what)?.word ?? null;
  const words = [colour ?? takenFor('colour'), size ?? takenFor('size')].filter((word) => word !== null).join(', ');
  if (unit !== null) return [countNoun(quantity, unit.one, unit.many), words].filter((part) => part !== '').join(', ');
  return [...(quantity === 1 ? [] : [`${quantity}\u00A0×`]), words].join(' ').trim();
}

/** One line that is cut between any two letters, so that it asks for no width of its own; the whole text is in its title. */
const oneLine: CSSProperties = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 1,
  overflow: 'hidden',
  wordBreak: 'break-all',
};

/** Room for the beginning of an article's name, and for this many letters of colour and size. */
const leastName = 100;
const detailLetters = 13;

/** The article with its colour and size: on one line, so that a row is one; on a phone on as many as they need. */
export function OrderedArticle({order}: OrderProps) {
  const isNarrow = useIsNarrow();
  const {articleName, taken, id} = order;
  const details = detailsText(order);
  const width = Math.ceil(Math.min(details.length, detailLetters) * 6.5);
  const text = isNarrow ? wrapped : oneLine;
  return (
    <s-box maxInlineSize="420px">
      <div title={[articleName, details].join(', ')}>
        <s-grid
          gridTemplateColumns={isNarrow ? '1fr' : `minmax(${leastName}px, auto) minmax(${width}px, auto) auto`}
          gap="small-500 small-300"
          justifyContent="start"
          alignItems="center"
        >
          <span dir="auto" style={text}>
            {articleName}
          </span>
          <span style={text}>
            <s-text color="subdued">{details}</s-text>
          </span>
          <TakenWords id={id} texts={taken.map((one) => one.text)} />
        </s-grid>
      </div>
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

type RowStateProps = OrderProps & {readonly now: Date; readonly failure: string | null};

/** The state, and of an order that is still to be sent the reason. */
export const RowState = ({order, now, failure}: RowStateProps) => (
  <s-box maxInlineSize="240px">
    <s-stack gap="small-300" alignItems="start">
      <OrderState order={order} now={now} isInRow />
      {order.reason !== null && isOpenState(order.state) && <span style={wrapped}>{order.reason}</span>}
      <OrderFlags order={order} />
      {order.refundOpen && <s-text>The refund to the buyer is open.</s-text>}
      {failure !== null && <s-text tone="critical">Not done: {failure}</s-text>}
    </s-stack>
  </s-box>
);
