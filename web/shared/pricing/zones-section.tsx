import type {Shipping} from '#contract/order-money.ts';
import type {PriceTry} from '#contract/pricing.ts';
import type {ShippingCounted} from '#domain/margins/shipping-counted.ts';
import {cheapestCharge, hasUnknownRate} from '#domain/margins/store-charges.ts';
import {euros, joinNames, money} from '../../text/format.ts';
import type {RemoteData} from '../api/remote.ts';
import {Loading, StaleNotice} from '../page/loading.tsx';
import {countedNow} from './count-again.ts';
import {LeftAmount, ShippingNote} from './left-per-piece.tsx';

type ZonesSectionProps = {
  readonly shipping: RemoteData<Shipping>;
  /** The price tried on an article or a cost; null: none yet. */
  readonly tried: PriceTry | null;
};

/**
 * The supplier's zones that the store sells to: fee, time, duties, what the store charges there, and what a piece of the tried article
 * earns.
 */
export function ZonesSection({shipping, tried}: ZonesSectionProps) {
  const {value} = shipping;
  return (
    <s-stack gap="small">
      <s-heading>What a piece earns in each zone</s-heading>
      {value === null ? (
        <Loading what="the zones" remote={shipping} height="480px" />
      ) : (
        <s-stack gap="base">
          <StaleNotice what="the zones" remote={shipping} />
          <ChargesNote shipping={value} />
          <s-text color="subdued">{subjectText(tried)}</s-text>
          <ZoneTable shipping={value} tried={tried} />
          <ShippingNote counted={countedOf(value, tried)} />
          <ZoneNotes shipping={value} tried={tried} />
        </s-stack>
      )}
    </s-stack>
  );
}

/** Whether the figures contain what the store charges for shipping; before a price was tried, whether they will. */
function countedOf(shipping: Shipping, tried: PriceTry | null): ShippingCounted {
  const {charges} = shipping;
  if (charges === 'not_permitted' || charges === 'market_driven') return charges;
  return tried?.shipping ?? countedNow(shipping) ?? 'not_read';
}

/** The sentence that says for which article or cost the table shows what a piece earns. */
function subjectText(tried: PriceTry | null): string {
  if (tried === null || tried.price === null || tried.currency === null)
    return 'Choose an article or enter a cost above to see what a piece of it earns.';
  const {article, cost, price, currency} = tried;
  const what = article === null ? `a cost of ${euros(cost ?? 0)}` : article.name || article.id;
  return `For ${what}, sold at ${money(price, currency)}. Three pieces of one variant travel in one parcel with one fee.`;
}

/** Why the column with the store's own charges is empty, or may not be complete. */
function ChargesNote({shipping: {charges, chargesComplete}}: {shipping: Shipping}) {
  if (charges === 'unreachable')
    return <s-text>Shopify could not be asked what your store charges for shipping.</s-text>;
  if (charges !== 'read' || chargesComplete) return null;
  return <s-text>Your store has more shipping rates than Piecewise reads, so a cheaper one may exist.</s-text>;
}

function ZoneTable({shipping, tried}: {shipping: Shipping; tried: PriceTry | null}) {
  const zones = soldZones(shipping.zones);
  if (zones.length === 0) return <s-text>Your store sells to no zone that the supplier delivers to.</s-text>;
  return (
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
        {zones.map((zone) => (
          <ZoneRow key={zone.zone} zone={zone} shipping={shipping} tried={tried} />
        ))}
      </s-table-body>
    </s-table>
  );
}

/** Without the zones that the store is known not to sell to. */
const soldZones = (zones: Shipping['zones']): Shipping['zones'] => zones.filter(({sold}) => sold !== false);

type ZoneRowProps = {
  readonly zone: Shipping['zones'][number];
  readonly shipping: Shipping;
  readonly tried: PriceTry | null;
};

function ZoneRow({zone, shipping, tried}: ZoneRowProps) {
  const currency = tried?.currency ?? shipping.currency ?? 'EUR';
  const earned = tried?.zones.find((one) => one.zone === zone.zone);
  const fee = earned?.fee ?? null;
  const price = tried?.price ?? null;
  return (
    <s-table-row>
      <s-table-cell>
        <s-text type="strong">{`${zone.zone}: ${zone.deliversTo}`}</s-text>
      </s-table-cell>
      <s-table-cell>
        <s-text fontVariantNumeric="tabular-nums">{fee === null ? euros(zone.fee) : money(fee, currency)}</s-text>
      </s-table-cell>
      <s-table-cell>
        <s-text>{earned?.transit ?? zone.transit}</s-text>
      </s-table-cell>
      <s-table-cell>
        <s-text>{shippingChargeText(zone, shipping, price)}</s-text>
      </s-table-cell>
      {([1, 3] as const).map((pieces) => (
        <s-table-cell key={pieces}>
          <LeftAmount left={(pieces === 1 ? earned?.one : earned?.three) ?? null} currency={currency} />
        </s-table-cell>
      ))}
    </s-table-row>
  );
}

/** What a shopper pays at least for shipping to the zone. */
function shippingChargeText(
  zone: ZoneRowProps['zone'],
  {currency, charges: known}: Shipping,
  price: number | null,
): string {
  const {charges} = zone;
  if (known === 'market_driven') return 'in your markets';
  if (charges === null || currency === null) return known === 'not_permitted' ? 'not shown' : 'not known';
  const cheapest = cheapestCharge(charges, price ?? 0);
  const missing = charges.withoutRate.length > 0 ? `no rate for ${joinNames(charges.withoutRate)}` : '';
  if (cheapest === null) return hasUnknownRate(charges) ? 'no fixed rate in your currency' : missing || 'no rate';
  const {least, most} = cheapest;
  const range = least === most ? money(least, currency) : `${money(least, currency)} to ${money(most, currency)}`;
  return missing === '' ? range : `${range}, ${missing}`;
}

/** Notes about duties, and about Japan, where the duty depends on the article's origin. */
function ZoneNotes({shipping: {notes, zones}, tried}: Pick<ZoneRowProps, 'shipping' | 'tried'>) {
  const sold = soldZones(zones).find(({zone}) => zone === 'JP');
  const ofArticle = tried?.article === null ? null : tried?.zones.find(({zone}) => zone === 'JP')?.duty;
  const japan = sold === undefined ? undefined : (ofArticle ?? sold.notes.at(-1));
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
