import type {StoreOrderMoney} from '#contract/order-money.ts';
import {callApi} from '../../shared/api/api.ts';
import {type RemoteQuery, useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {LeftAmount} from '../../shared/pricing/left-per-piece.tsx';
import {money, percent} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** The query for the amounts of a store order. They change with payments and refunds, which are no part of the dropship order's state. */
const moneyQuestion = (orderGid: string): RemoteQuery<StoreOrderMoney> => ({
  key: ['store-order-money', orderGid],
  load: (signal) =>
    callApi<StoreOrderMoney>('GET', `/api/store-orders/${encodeURIComponent(orderGid)}/money`, {signal}),
  waitMs: () => null,
});

type MoneySectionProps = {
  readonly orderGid: string;
  /** False: the amounts of the store order were not read from Shopify yet. */
  readonly isRead: boolean;
};

/** What is left of the whole store order, line by line: what the buyer pays, the tax in it, and what serving it costs. */
export function MoneySection({orderGid, isRead}: MoneySectionProps) {
  const remote = useRemote({...moneyQuestion(orderGid), isOff: !isRead});
  if (!isRead) return null;
  return (
    <s-section heading="What is left of the store order">
      {remote.value === null ? (
        <Loading what="what is left" remote={remote} height="240px" />
      ) : (
        <>
          <StaleNotice what="what is left" remote={remote} />
          <MoneyLedger of={remote.value} />
        </>
      )}
    </s-section>
  );
}

function MoneyLedger({of}: {of: StoreOrderMoney}) {
  const {currency, margin, marginPercent, losesMoney, unknown, notes, leftOut} = of;
  // As at the top of the page: without all costs only a loss is certain, and it may be larger.
  const [isKnown, isPart] = [losesMoney !== null, unknown > 0];
  const said = [...leftOut.map(({text}) => text), ...notes];
  // Where nothing counts, zeros would say less than the reasons.
  if (countsNothing(of) && said.length > 0) return <Remarks texts={said} />;
  return (
    <s-stack gap="small">
      <s-stack gap="small-400">
        {linesOf(of).map(({label, amount, note}) => (
          <s-grid key={label} gridTemplateColumns="1fr auto" gap="small">
            <s-stack gap="small-500">
              <s-text>{label}</s-text>
              {note !== undefined && <s-text color="subdued">{note}</s-text>}
            </s-stack>
            <s-text fontVariantNumeric="tabular-nums">{amount === null ? '–' : money(amount, currency)}</s-text>
          </s-grid>
        ))}
        <s-divider />
        <s-grid gridTemplateColumns="1fr auto" gap="small">
          <s-text type="strong">
            {marginPercent === null || isPart
              ? `Left${isKnown && isPart ? ', at most' : ''}`
              : `Left, ${percent(marginPercent)} of what is charged without tax`}
          </s-text>
          {isKnown ? <LeftAmount left={margin} currency={currency} /> : <s-text color="subdued">Not known</s-text>}
        </s-grid>
      </s-stack>
      <Remarks texts={said} />
    </s-stack>
  );
}

/** Whether every line of the store order is left out, so that each amount is 0. */
const countsNothing = ({revenue, shipping, tax, feesCharged, unknown}: StoreOrderMoney): boolean =>
  revenue === 0 && shipping === 0 && tax === 0 && feesCharged === 0 && unknown === 0;

const Remarks = ({texts}: {texts: readonly string[]}) => (
  <>
    {texts.map((text) => (
      <s-text key={text} color="subdued">
        {text}
      </s-text>
    ))}
  </>
);

type Line = {readonly label: string; readonly amount: number | null; readonly note?: string};

/** The lines of the calculation, which add up to what is left. What buyers pay contains the tax, so the tax is taken off. */
function linesOf(of: StoreOrderMoney): readonly Line[] {
  const {currency, revenue, shipping, tax, cost, fees, feesCharged, payment, unknown} = of;
  const isNoneKnown = unknown > 0 && feesCharged === 0;
  const less = (amount: number | null): number | null => (amount === null ? null : -amount);
  return [
    {label: 'Articles and shipping, as charged', amount: revenue + shipping + tax},
    {label: 'Tax really charged', amount: less(tax)},
    {label: 'Cost of the articles', amount: isNoneKnown ? null : less(cost)},
    {
      label: `Supplier’s shipping, ${countNoun(feesCharged, 'fee')}`,
      amount: isNoneKnown ? null : less(fees),
      note: `The buyer pays ${money(shipping, currency)} for shipping, without tax.`,
    },
    ...(payment > 0 ? [{label: 'Payment fees, by your settings', amount: less(payment)}] : []),
  ];
}
