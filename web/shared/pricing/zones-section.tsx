import {useState} from 'react';
import type {Shipping} from '#contract/order-money.ts';
import type {PriceTry} from '#contract/pricing.ts';
import type {Pricing} from '#contract/settings.ts';
import {cheapestCharge, isCalculated} from '#domain/margins/store-charges.ts';
import {scaleMinor} from '#domain/money.ts';
import {euros, listed, money} from '../../text/format.ts';
import type {Remote} from '../api/remote.ts';
import {Loading, Stale} from '../page/loading.tsx';
import {Notice} from '../page/notice.tsx';

type ZonesSectionProps = {
  readonly shipping: Remote<Shipping>;
  /** The article or cost that is tried; null: none yet. */
  readonly tried: PriceTry | null;
  readonly base: Pricing;
};

/** The supplier's zones: fee, time, duties, what the store charges there, and what a piece of the tried article earns. */
export function ZonesSection({shipping, tried, base}: ZonesSectionProps) {
  const {value} = shipping;
  return (
    <s-section heading="What a piece earns in each zone">
      {value === null ? (
        <Loading what="the zones" remote={shipping} height="480px" />
      ) : (
        <s-stack gap="base">
          <Stale what="the zones" remote={shipping} />
          <ChargesPermission shipping={value} onGranted={shipping.refresh} />
          <s-text color="subdued">{subjectOf(tried)}</s-text>
          <ZoneTable shipping={value} tried={tried} base={base} />
          <ZoneNotes shipping={value} tried={tried} />
        </s-stack>
      )}
    </s-section>
  );
}

function subjectOf(tried: PriceTry | null): string {
  if (tried === null || tried.price === null || tried.currency === null)
    return 'Choose an article or enter a cost above to see what a piece of it earns.';
  const {article, cost, price, currency} = tried;
  const what = article === null ? `a cost of ${euros(cost ?? 0)}` : article.name || article.id;
  return `For ${what}, sold at ${money(price, currency)}. Three pieces of one variant travel in one parcel with one fee. What the shopper pays for shipping comes on top.`;
}

type ChargesPermissionProps = {readonly shipping: Shipping; readonly onGranted: () => void};

/** https://shopify.dev/docs/api/app-home/latest/apis/authentication-and-data/scopes-api */
function ChargesPermission({shipping: {charges, chargesComplete}, onGranted}: ChargesPermissionProps) {
  const [answer, setAnswer] = useState<string | null>(null);
  if (charges === 'unreachable') {
    return <s-text>Shopify could not be asked what your store charges for shipping.</s-text>;
  }
  if (charges === 'read') {
    return chargesComplete ? null : (
      <s-text>Your store has more shipping rates than Piecewise reads, so a cheaper one may exist.</s-text>
    );
  }
  const request = async () => {
    try {
      const {result} = await shopify.scopes.request(['read_shipping']);
      if (result === 'granted-all') onGranted();
      setAnswer(result === 'granted-all' ? null : 'It was not given, so nothing has changed.');
    } catch {
      setAnswer('Shopify does not ask for it here. Update Piecewise first, then try again.');
    }
  };
  return (
    <Notice
      tone="warning"
      heading="What your store charges for shipping is not shown"
      button={<s-button onClick={() => void request()}>Allow reading the rates</s-button>}
    >
      {`Piecewise may not read the shipping rates of your store.${answer === null ? '' : ` ${answer}`}`}
    </Notice>
  );
}

const ZoneTable = ({shipping, tried, base}: {shipping: Shipping; tried: PriceTry | null; base: Pricing}) => (
  <s-table>
    <s-table-header-row>
      <s-table-header listSlot="primary">Zone</s-table-header>
      <s-table-header format="currency">Supplier’s fee</s-table-header>
      <s-table-header>Working days</s-table-header>
      <s-table-header>You charge</s-table-header>
      <s-table-header>One piece</s-table-header>
      <s-table-header>Three pieces</s-table-header>
    </s-table-header-row>
    <s-table-body>
      {shipping.zones.map((zone) => (
        <ZoneRow key={zone.zone} zone={zone} shipping={shipping} tried={tried} base={base} />
      ))}
    </s-table-body>
  </s-table>
);

type ZoneRowProps = {
  readonly zone: Shipping['zones'][number];
  readonly shipping: Shipping;
  readonly tried: PriceTry | null;
  readonly base: Pricing;
};

function ZoneRow({zone, shipping, tried, base}: ZoneRowProps) {
  const currency = tried?.currency ?? shipping.currency ?? 'EUR';
  const earned = tried?.zones.find((one) => one.zone === zone.zone);
  const fee = earned?.fee ?? null;
  const price = tried?.price ?? null;
  return (
    <s-table-row>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-text type="strong">{`${zone.zone}: ${zone.deliversTo}`}</s-text>
          {zone.sold === false && <s-text color="subdued">You do not sell there</s-text>}
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        <s-text fontVariantNumeric="tabular-nums">{fee === null ? euros(zone.fee) : money(fee, currency)}</s-text>
      </s-table-cell>
      <s-table-cell>
        <s-text>{earned?.transit ?? zone.transit}</s-text>
      </s-table-cell>
      <s-table-cell>
        <s-text>{chargeWords(zone, shipping, price)}</s-text>
      </s-table-cell>
      {([1, 3] as const).map((pieces) => (
        <s-table-cell key={pieces}>
          <Earned
            left={(pieces === 1 ? earned?.one : earned?.three) ?? null}
            charged={price === null ? null : chargedFor(zone, price * pieces)}
            base={base}
            currency={currency}
          />
        </s-table-cell>
      ))}
    </s-table-row>
  );
}

type EarnedProps = {
  readonly left: number | null;
  /** The cheapest shipping the shopper can choose, tax included where prices include it. */
  readonly charged: number | null;
  readonly base: Pricing;
  readonly currency: string;
};

function Earned({left, charged, base, currency}: EarnedProps) {
  if (left === null) return <s-text color="subdued">–</s-text>;
  const {taxesIncluded, pricing} = base;
  const tax = taxesIncluded === false ? 0 : (pricing.vatPercent ?? 0);
  const net = charged === null ? null : scaleMinor(charged, 10_000, 10_000 + Math.round(tax * 100));
  return (
    <s-stack gap="small-500">
      <s-text fontVariantNumeric="tabular-nums" {...(left < 0 ? {tone: 'critical' as const} : {})}>
        {money(left, currency)}
      </s-text>
      {net !== null && net > 0 && (
        <s-text color="subdued">{`${money(left + net, currency)} with your shipping`}</s-text>
      )}
    </s-stack>
  );
}

const chargedFor = ({charges}: ZoneRowProps['zone'], value: number): number | null =>
  charges === null ? null : (cheapestCharge(charges, value)?.least ?? null);

/** What a shopper pays at least for shipping to the zone. */
function chargeWords(zone: ZoneRowProps['zone'], {currency, charges: known}: Shipping, price: number | null): string {
  const {charges, sold} = zone;
  if (charges === null || currency === null) return known === 'not_permitted' ? 'not shown' : 'not known';
  if (sold === false) return '–';
  const cheapest = cheapestCharge(charges, price ?? 0);
  const missing = charges.withoutRate.length > 0 ? `no rate for ${listed(charges.withoutRate)}` : '';
  if (cheapest === null) return isCalculated(charges) ? 'no fixed rate in your currency' : missing || 'no rate';
  const {least, most} = cheapest;
  const range = least === most ? money(least, currency) : `${money(least, currency)} to ${money(most, currency)}`;
  return missing === '' ? range : `${range}, ${missing}`;
}

/** Duties, and Japan's statement of origin, which depends on the article. */
function ZoneNotes({shipping: {notes, zones}, tried}: Pick<ZoneRowProps, 'shipping' | 'tried'>) {
  const ofArticle = tried?.article === null ? null : tried?.zones.find(({zone}) => zone === 'JP')?.duty;
  const japan = ofArticle ?? zones.find(({zone}) => zone === 'JP')?.notes.at(-1);
  const sentences = [
    ...notes,
    'Into every zone but the EU, duties and import taxes are due on delivery: they are neither in the price nor in the shipping fee.',
    ...(japan === undefined ? [] : [`Japan: ${japan}`]),
  ];
  return (
    <s-stack gap="small-300">
      {sentences.map((sentence) => (
        <s-text key={sentence} color="subdued">
          {sentence}
        </s-text>
      ))}
    </s-stack>
  );
}
