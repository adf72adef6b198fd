import {useState} from 'react';
import type {LeftPerPiece} from '#contract/articles.ts';
import {type ShippingCounted, shippingText} from '#domain/margins/shipping-counted.ts';
import {countryName, money, percent} from '../../text/format.ts';
import {pricingApi} from '../api/pricing-api.ts';
import {useAction} from '../api/remote.ts';
import {askPermission, notAnsweredText} from '../switch/ask-permission.ts';

type LeftAmountProps = {
  /** Minor units of the currency; null: not known. */
  readonly left: number | null;
  readonly currency: string;
};

/** The amount that is left of a sale. A loss has its sign, and the words say that it is a loss. */
export function LeftAmount({left, currency}: LeftAmountProps) {
  if (left === null) return <s-text color="subdued">–</s-text>;
  const amount = money(left, currency);
  return (
    <s-text fontVariantNumeric="tabular-nums" {...(left < 0 ? {tone: 'caution' as const} : {})}>
      {left < 0 ? `${amount}, a loss` : amount}
    </s-text>
  );
}

type WorstLeftProps = {readonly left: LeftPerPiece | null; readonly currency: string | null};

/** In a list: what is left of one piece in the worst zone, with that zone and the margin. */
export function WorstLeft({left, currency}: WorstLeftProps) {
  if (left === null || currency === null) return '–';
  return (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      {left.left < 0 && <s-badge tone="critical">Loss</s-badge>}
      <s-text fontVariantNumeric="tabular-nums">{money(left.left, currency)}</s-text>
      <s-text color="subdued">{marginWords(left)}</s-text>
    </s-stack>
  );
}

/** "United Kingdom, 12.5 %": the zone, and the margin there. */
export const marginWords = ({zone, marginPercent}: LeftPerPiece): string =>
  marginPercent === null ? countryName(zone) : `${countryName(zone)}, ${percent(marginPercent)}`;

/**
 * Whether what the store charges for shipping is part of the figures beside it, and the button that lets Piecewise read it. @param tax what
 * is said of the tax in the prices; null: nothing.
 */
export function ShippingNote({counted, tax = null}: {counted: ShippingCounted; tax?: string | null}) {
  const [answer, setAnswer] = useState<string | null>(null);
  // Asking for the rates has the server keep them; then every figure on the page is loaded again.
  const read = useAction(() => pricingApi.shipping());
  const request = async () => {
    const refusal = await askPermission(['read_shipping']);
    if (refusal === null) await readRates();
    else setAnswer(refusal);
  };
  const readRates = async () => {
    try {
      await read.run(undefined);
      setAnswer(null);
    } catch {
      setAnswer(notAnsweredText);
    }
  };
  return (
    <s-stack gap="small-300">
      <s-text color="subdued">{[shippingText(counted), tax, answer].filter((part) => part !== null).join(' ')}</s-text>
      {counted !== 'counted' && counted !== 'market_driven' && (
        <s-stack direction="inline">
          <s-button
            loading={read.isRunning}
            onClick={() => void (counted === 'not_permitted' ? request() : readRates())}
          >
            {counted === 'not_permitted' ? 'Allow reading the rates' : 'Read the rates'}
          </s-button>
        </s-stack>
      )}
    </s-stack>
  );
}
