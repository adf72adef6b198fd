import type {ArticleDetail} from '#contract/article.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {ShowAll} from '../../shared/details/show-all.tsx';
import {Unbroken} from '../../shared/runs/field-value.tsx';
import {type DecisionAction, useDecision} from '../../shared/runs/use-decision.ts';
import {count, money} from '../../text/format.ts';
import {countNoun, type Tone} from '../../text/words.ts';
import {articleApi, marginsQuery} from './article-api.ts';
import type {ArticleSectionProps} from './article-facts.tsx';

type Listing = NonNullable<ArticleDetail['listing']>;
type Variant = Listing['variants'][number];

type VariantsSectionProps = ArticleSectionProps & {readonly listing: Listing; readonly currency: string | null};

/** How many variants of a colour are shown at first, because more make the page slow; the others are shown on demand. */
const variantsShownAtFirst = 50;

/** The variants by colour, each colour closed at first where there are several. Live variants can be taken off sale. */
export function VariantsSection({article, listing, currency, onDone}: VariantsSectionProps) {
  const decision = useDecision(onDone);
  const variants = withoutDuplicates(listing.variants);
  const groups = [...Map.groupBy(variants, ({colour}) => colour)];
  // The product is off sale until one of its variants is put on sale again.
  const isAsked = listing.reasonCode === 'variants_gone';
  const table = (shown: readonly Variant[]) => (
    <Variants article={article} listing={listing} currency={currency} variants={shown} decision={decision} />
  );
  return (
    <Fold heading="Variants" summary={variantsSummary(variants, listing)} isOpenAtFirst={isAsked}>
      {variants.length === 0 && (
        <s-paragraph color="subdued">It has no product yet, so it has no variants.</s-paragraph>
      )}
      {groups.length === 1 && table(variants)}
      {groups.length > 1 &&
        groups.map(([colour, ofColour], at) => (
          <Fold
            key={colour}
            heading={colour ?? 'Without a colour'}
            summary={stateSummary(ofColour, listing)}
            isOpenAtFirst={isAsked && at === 0}
          >
            {table(ofColour)}
          </Fold>
        ))}
      {article.stock !== null && article.stock.sizes.length + article.stock.colours.length === 0 && (
        <s-text color="subdued">{noOptionsText}</s-text>
      )}
    </Fold>
  );
}

/** "6 in 2 colours, 3 more not in the product": those in the product first; all where the whole product is off sale. */
function variantsSummary(variants: readonly Variant[], {state}: Listing): string {
  const inProduct = state === 'retired' ? variants : variants.filter((variant) => variant.state === 'live');
  const colours = new Set(inProduct.map(({colour}) => colour)).size;
  const others = variants.length - inProduct.length;
  const number = colours > 1 ? `${count(inProduct.length)} in ${count(colours)} colours` : count(inProduct.length);
  return others === 0 ? number : `${number}, ${count(others)} more not in the product`;
}

/** "4 sizes, 3 in the product", or variants without sizes; only their number where all are, or where the whole product is off sale. */
function stateSummary(variants: readonly Variant[], {state}: Listing): string {
  const number = countNoun(variants.length, variants.some(({size}) => size !== null) ? 'size' : 'variant');
  const live = variants.filter((variant) => variant.state === 'live').length;
  return state === 'retired' || live === variants.length ? number : `${number}, ${live} in the product`;
}

type VariantTableProps = {
  readonly article: ArticleDetail;
  readonly listing: Listing;
  readonly currency: string | null;
  readonly variants: readonly Variant[];
  readonly decision: DecisionAction;
};

/** The first variants, and all of them on demand. */
function Variants({variants, ...facts}: VariantTableProps) {
  const all = countNoun(variants.length, 'variant');
  return (
    <ShowAll name={`All ${all}`} label={`Show all ${all}`}>
      {(isWhole, button) => (
        <>
          <VariantTable {...facts} variants={isWhole ? variants : variants.slice(0, variantsShownAtFirst)} />
          {variants.length > variantsShownAtFirst && <s-stack direction="inline">{button}</s-stack>}
        </>
      )}
    </ShowAll>
  );
}

/** Variants with SKU and price from the store, or as stored until Shopify has answered. */
function VariantTable({article: {id, article}, listing, currency, variants, decision}: VariantTableProps) {
  const live = useRemote(marginsQuery(id)).value?.variants ?? [];
  const isOnSale = listing.state !== 'retired';
  const factsOf = ({gid, state}: Variant) => {
    const found = live.find((one) => one.gid === gid);
    const price = found?.price ?? (state === 'live' ? listing.price : null);
    const sku = found === undefined ? (article?.sku ?? null) : found.sku;
    return {sku, price: <Unbroken text={price === null || currency === null ? '–' : money(price, currency)} />};
  };
  return (
    <s-table>
      <s-table-header-row>
        <s-table-header listSlot="primary">Colour and size</s-table-header>
        <s-table-header>SKU</s-table-header>
        <s-table-header format="currency">Price</s-table-header>
        <s-table-header>State</s-table-header>
        <s-table-header>Change</s-table-header>
      </s-table-header-row>
      <s-table-body>
        {variants.map((variant) => {
          const {sku, price} = factsOf(variant);
          return (
            <s-table-row key={variant.gid}>
              <s-table-cell>
                <s-text dir="auto">{variantName(variant)}</s-text>
              </s-table-cell>
              <s-table-cell>{sku || '–'}</s-table-cell>
              <s-table-cell>{price}</s-table-cell>
              <s-table-cell>
                <VariantBadge variant={variant} isOnSale={isOnSale} />
              </s-table-cell>
              <s-table-cell>{isOnSale && <SaleButton id={id} variant={variant} decision={decision} />}</s-table-cell>
            </s-table-row>
          );
        })}
      </s-table-body>
    </s-table>
  );
}

const noOptionsText =
  'The supplier states neither colours nor sizes, so there is one variant, unless you define them under “Options you define”.';

/** Lists each variant once: until the next run, one that was taken off sale is stored twice, as `live` and as `off_sale`. */
function withoutDuplicates(variants: readonly Variant[]): readonly Variant[] {
  const off = new Set(variants.filter(({state}) => state === 'off_sale').map(({gid}) => gid));
  return variants.filter(({gid, state}) => state === 'off_sale' || !off.has(gid));
}

const variantName = ({colour, size}: Variant): string =>
  [colour, size].filter((word) => word !== null).join(', ') || 'The only one';

/** The badge of a variant by its state; suppressed: its words are no longer stated or defined. */
const variantStateBadges: Readonly<Record<string, {readonly label: string; readonly tone: Tone}>> = {
  live: {label: 'In the product', tone: 'success'},
  suppressed: {label: 'No longer offered', tone: 'neutral'},
  off_sale: {label: 'Taken off sale', tone: 'warning'},
  deleted_in_store: {label: 'Deleted in your store', tone: 'neutral'},
};

/** The badge of a variant whose whole product was taken off sale. */
const retiredBadge = {label: 'Not on sale', tone: 'neutral' as const};

function VariantBadge({variant: {state}, isOnSale}: {variant: Variant; isOnSale: boolean}) {
  const known = variantStateBadges[state] ?? {label: state, tone: 'neutral' as const};
  const {tone, label} = isOnSale || state !== 'live' ? known : retiredBadge;
  return <s-badge tone={tone}>{label}</s-badge>;
}

type SaleButtonProps = {readonly id: string; readonly variant: Variant; readonly decision: DecisionAction};

/**
 * The button that takes a variant off sale or puts it back; none for a `suppressed` variant, which returns only when its words are stated
 * or defined again.
 */
function SaleButton({id, variant, decision: {runningName, decide}}: SaleButtonProps) {
  const {gid, state} = variant;
  if (state === 'suppressed') return null;
  const offSale = state === 'live';
  const label = offSale ? 'Take off sale' : 'Put on sale again';
  const change = async () => {
    await articleApi.setOffSale(id, gid, offSale);
    const done = offSale ? 'is taken out of the product by the next update.' : 'is made again by the next update.';
    return {text: `${variantName(variant)} ${done}`, runId: null, waits: true};
  };
  return (
    <s-button
      accessibilityLabel={`${label}: ${variantName(variant)}`}
      loading={runningName === gid}
      onClick={() => void decide(gid, change)}
    >
      {label}
    </s-button>
  );
}
