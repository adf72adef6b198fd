import {type ReactNode, useState} from 'react';
import type {Shipping} from '#contract/order-money.ts';
import type {Preview} from '#contract/preview.ts';
import type {Pricing} from '#contract/settings.ts';
import {allMissingForPrices} from '#domain/pricing/missing-for-prices.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {count, countryName} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {aboveRrpText} from '../form/review.tsx';
import {Loading, StaleNotice} from '../page/loading.tsx';
import {Notice} from '../page/notice.tsx';
import {ChargeAdvice} from './charge-advice.tsx';
import {useCountAgain} from './count-again.ts';
import {ShippingNote} from './left-per-piece.tsx';
import {useLivePreview} from './live-preview.ts';
import {PriceReport} from './price-report.tsx';
import type {PricingDraft} from './pricing-draft.ts';

type EffectSectionProps = {
  readonly draft: PricingDraft;
  /** The draft as pricing settings; null: something in it cannot be read. */
  readonly pricing: Pricing['pricing'] | null;
  readonly currency: string;
  /** Whether the store's prices contain tax. */
  readonly taxesIncluded: boolean;
  readonly onChange: (part: Partial<PricingDraft>) => void;
  /** What the store charges for shipping, as read from Shopify; null or left out: not read yet. */
  readonly shipping?: Shipping | null;
  /** Whether the shipping profile has shoppers pay the supplier's fee. */
  readonly hasProfile?: boolean;
  /** The page that chooses articles: of set-up, where it is open. */
  readonly choiceAddress?: string;
  /** Tries a price on an article; left out: articles cannot be tried here. */
  readonly onTry?: ((articleId: string) => void) | undefined;
  /** Shown below the prices. */
  readonly children?: ReactNode;
};

/** What the typed prices do: how many products lose money and where, what must be charged, and each price, worst first. */
export function EffectSection({
  draft,
  pricing,
  currency,
  taxesIncluded,
  shipping = null,
  hasProfile = false,
  choiceAddress = '/rules',
  onChange,
  onTry,
  children,
}: EffectSectionProps) {
  const text = JSON.stringify(pricing);
  const [page, setPage] = useState({text, from: 0});
  const from = page.text === text ? page.from : 0;
  const {remote, ...live} = useLivePreview(pricing, from);
  const preview = remote.value;
  const missing = pricing === null ? null : missingOf(pricing, currency, taxesIncluded);
  const isBehind = useCountAgain(shipping, preview?.shipping ?? null, remote.refresh);
  const isCurrent = live.isCurrent && !isBehind;
  return (
    <s-section heading="What these prices do">
      {preview === null ? (
        <Loading what="what these prices do" remote={remote} height="240px" />
      ) : (
        <s-stack gap="base">
          <StaleNotice what="what these prices do" remote={remote} />
          <div role="status">
            {pricing === null ? (
              <s-text>A number above cannot be read, so nothing is counted.</s-text>
            ) : (
              <Summary preview={preview} isCurrent={isCurrent} missing={missing} choiceAddress={choiceAddress} />
            )}
          </div>
          {pricing !== null && <ShippingNote counted={preview.shipping} tax={vatText(pricing, taxesIncluded)} />}
          {missing === null && (
            <ChargeAdvice
              draft={draft}
              preview={hasProfile ? {...preview, carry: null} : preview}
              currency={currency}
              isCurrent={isCurrent}
              onChange={onChange}
            />
          )}
          <PriceReport
            preview={preview}
            currency={currency}
            firstShown={from}
            onPage={(next) => setPage({text, from: next})}
            onTry={onTry}
          />
        </s-stack>
      )}
      {children}
    </s-section>
  );
}

type SummaryProps = {
  readonly preview: Preview;
  readonly isCurrent: boolean;
  /** What is missing for prices, so that no loss can be counted; null: nothing. */
  readonly missing: string | null;
  readonly choiceAddress: string;
};

/** Which tax the figures take off the prices: one rate, whatever is due in a country; null: none. */
const vatText = (pricing: Pricing['pricing'] | null, taxesIncluded: boolean): string | null =>
  taxesIncluded && pricing !== null && (pricing.vatPercent ?? 0) > 0
    ? `VAT: ${writeDecimal(pricing.vatPercent ?? 0)} % in every country.`
    : null;

/** What the typed prices need before there is any price: as part of a sentence; null: nothing. */
function missingOf(pricing: Pricing['pricing'], currency: string, taxesIncluded: boolean): string | null {
  const [first] = allMissingForPrices({currency, taxesIncluded}, pricing);
  if (first === undefined) return null;
  return first === 'rate' ? 'an exchange rate' : 'the VAT in your prices';
}

function Summary({preview, isCurrent, missing, choiceAddress}: SummaryProps) {
  const {chosen, products, left, pricesChanged, losing, losingByZone, aboveRrp, unread} = preview;
  if (!isCurrent) return <s-text>Counting what these prices do…</s-text>;
  if (missing !== null && chosen > 0) return <s-text>{`Losses cannot be counted before you enter ${missing}.`}</s-text>;
  if (products === 0) return <NothingSold chosen={chosen} left={left} choiceAddress={choiceAddress} />;
  const changes = pricesChanged > 0 ? ` The next update changes ${countNoun(pricesChanged, 'price')}.` : '';
  const guessed =
    unread > 0 ? ` For ${countNoun(unread, 'chosen article')} only the price in the supplier’s list is known.` : '';
  const dear = aboveRrp > 0 ? ` ${aboveRrpText(aboveRrp)}` : '';
  const zones = Object.entries(losingByZone).map(([zone, number]) => `${countryName(zone)} ${count(number)}`);
  if (losing === 0) {
    return (
      <s-text>
        {`None of ${countNoun(products, 'product')} loses money on one piece in a zone your store sells to.${dear}${changes}${guessed}`}
      </s-text>
    );
  }
  return (
    <Notice
      tone="warning"
      heading={`${count(losing)} of ${countNoun(products, 'product')} ${losing === 1 ? 'loses' : 'lose'} money on one piece`}
    >
      {`By zone: ${zones.join(', ')}.${dear}${changes}${guessed}`}
    </Notice>
  );
}

type NothingSoldProps = Pick<Preview, 'chosen' | 'left'> & Pick<SummaryProps, 'choiceAddress'>;

/** @param left articles that an update leaves as they are: their product was deleted, or is on sale and its price not read. */
const NothingSold = ({chosen, left, choiceAddress}: NothingSoldProps) =>
  chosen > 0 ? (
    <s-text>
      {left < chosen
        ? `None of ${countNoun(chosen, 'chosen article')} can be sold at these prices.`
        : `An update changes none of ${countNoun(chosen, 'chosen article')}: their products were deleted, or prices not read yet.`}
    </s-text>
  ) : (
    <s-stack gap="small-200">
      <s-text>No article is chosen yet, so there is no price to look at.</s-text>
      <s-stack direction="inline">
        <s-button href={choiceAddress}>Choose brands or categories</s-button>
      </s-stack>
    </s-stack>
  );
