import type {ArticleDetail} from '#contract/article.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {Unbroken} from '../../shared/runs/field-value.tsx';
import {fieldLabel, valueText} from '../../shared/runs/run-words.ts';
import {type DecisionAction, useDecision} from '../../shared/runs/use-decision.ts';
import {countNoun} from '../../text/words.ts';
import {articleApi} from './article-api.ts';
import type {ArticleSectionProps} from './article-facts.tsx';

type Listing = NonNullable<ArticleDetail['listing']>;
type Field = Listing['fields'][number];

type FieldsSectionProps = ArticleSectionProps & {readonly listing: Listing; readonly currency: string | null};

/**
 * The table of the product's fields and who writes each: Piecewise, or the merchant, whose values no run changes until the merchant gives
 * the field back.
 */
export function FieldsSection({article: {id, next}, listing, currency, onDone}: FieldsSectionProps) {
  const decision = useDecision(onDone);
  const isWritten = next?.kind === 'create' || next?.kind === 'update';
  return (
    <Fold heading="Fields of the product" summary={fieldsSummary(listing)}>
      <s-text color="subdued">No update writes what is yours, until you give it back.</s-text>
      <s-table>
        <s-table-header-row>
          <s-table-header listSlot="primary">Field</s-table-header>
          <s-table-header listSlot="secondary">Written by</s-table-header>
          <s-table-header>Piecewise wrote</s-table-header>
          <s-table-header>Your store shows</s-table-header>
          <s-table-header>Change</s-table-header>
        </s-table-header-row>
        <s-table-body>
          {listing.fields.map((field) => (
            <FieldRow
              key={field.field}
              id={id}
              field={field}
              listing={listing}
              currency={currency}
              willBeWritten={isWritten}
              decision={decision}
            />
          ))}
        </s-table-body>
      </s-table>
    </Fold>
  );
}

/** How many fields the merchant edited or took over. */
function fieldsSummary(listing: Listing): string {
  const own = listing.fields.filter((field) => fieldWriter(field, listing).label === 'Yours').length;
  return own === 0 ? '' : `${own} yours`;
}

type FieldRowProps = {
  readonly id: string;
  readonly field: Field;
  readonly listing: Listing;
  /** The store's; null: not known. */
  readonly currency: string | null;
  /** Whether the next run writes the product. */
  readonly willBeWritten: boolean;
  readonly decision: DecisionAction;
};

function FieldRow({id, field: facts, listing, currency, willBeWritten, decision}: FieldRowProps) {
  const {field, owner} = facts;
  const isMerchants = owner === 'merchant';
  const writer = fieldWriter(facts, listing);
  return (
    <s-table-row>
      <s-table-cell>{fieldLabel(field)}</s-table-cell>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-stack direction="inline">
            <s-badge tone={writer.label === 'Yours' ? 'info' : 'neutral'}>{writer.label}</s-badge>
          </s-stack>
          <s-text color="subdued">{writer.why}</s-text>
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        <s-text dir="auto">
          <Unbroken text={writtenText(facts, {listing, currency}, willBeWritten)} />
        </s-text>
      </s-table-cell>
      <s-table-cell>
        <s-text dir="auto">
          <Unbroken text={storeValueText(facts, {listing, currency})} />
        </s-text>
      </s-table-cell>
      <s-table-cell>
        <OwnerButton
          id={id}
          field={field}
          isMerchants={isMerchants}
          isTakenOver={writer.label === 'Yours'}
          decision={decision}
        />
      </s-table-cell>
    </s-table-row>
  );
}

/** "Yours" only if the merchant edited the field or took it over for this product; most fields are the merchant's without an edit. */
function fieldWriter(facts: Field, listing: Listing): {readonly label: string; readonly why: string} {
  const {field, owner, own, written, edit} = facts;
  if (edit !== null)
    return {label: owner === 'sync' ? 'Piecewise' : 'Yours', why: 'Changed in your store, by you or by an undo'};
  if (own) return {label: owner === 'sync' ? 'Piecewise' : 'Yours', why: 'Set for this product'};
  if (owner === 'sync') return {label: 'Piecewise', why: 'As set for all products'};
  const isWritten = written !== null || ownedPartsText(field, listing) !== null;
  return isWritten
    ? {label: 'Written once', why: 'When the product was made; edit it as you like'}
    : {label: 'Not written', why: 'As set for all products'};
}

type Shown = Pick<FieldRowProps, 'listing' | 'currency'>;

/** What Piecewise wrote last to the field, or why there is nothing to show. */
function writtenText(facts: Field, {listing, currency}: Shown, isWritten: boolean): string {
  const {field, owner, own, written, edit} = facts;
  if (edit !== null) return valueOrEmptyText(field, edit.written, currency);
  if (written !== null) return valueOrEmptyText(field, written.value, currency);
  const parts = ownedPartsText(field, listing);
  if (parts !== null) return parts;
  if (owner === 'sync') return isWritten ? 'Nothing yet: the next update writes it' : 'Piecewise has not written it';
  return own ? 'Piecewise does not write it' : 'Piecewise has never written it';
}

/** What the store shows in the field, as far as it is known to differ from what Piecewise wrote. */
function storeValueText(facts: Field, {listing, currency}: Shown): string {
  const {field, owner, written, edit} = facts;
  if (edit !== null) return valueOrEmptyText(field, edit.live, currency);
  if (written !== null || ownedPartsText(field, listing) !== null) return 'The same';
  return owner === 'sync' ? 'Not compared yet' : 'What you enter in Shopify';
}

/** The value of a field as text; "Left empty" for an empty one or none. */
const valueOrEmptyText = (field: Field['field'], value: string | null, currency: string | null): string =>
  value === null || value === '' ? 'Left empty' : valueText(field, value, currency);

/** For variants and images, of which no values are stored: how many of them Piecewise made. Null: none, or another field. */
function ownedPartsText(field: Field['field'], {variants, media}: Listing): string | null {
  if (field === 'variants') {
    const live = new Set(variants.filter(({state}) => state === 'live').map(({gid}) => gid)).size;
    return live === 0 ? null : countNoun(live, 'variant');
  }
  const ready = media.filter(({state}) => state === 'ready').length;
  return field === 'images' && ready > 0 ? countNoun(ready, 'image') : null;
}

type OwnerButtonProps = {
  readonly id: string;
  readonly field: Field['field'];
  readonly isMerchants: boolean;
  /** Whether the merchant edited the field or took it over, so that it can be given back. */
  readonly isTakenOver: boolean;
  readonly decision: DecisionAction;
};

function OwnerButton({id, field, isMerchants, isTakenOver, decision: {runningName, decide}}: OwnerButtonProps) {
  const word = fieldLabel(field);
  const label = isMerchants ? (isTakenOver ? 'Give back' : 'Keep up to date') : 'Make it mine';
  const give = async () => {
    const {run} = await runsApi.giveBack(id, field);
    const when = run === null ? 'the next update writes it.' : 'an update writes it now.';
    return {text: `${word} ${isTakenOver ? 'given back' : 'is kept up to date'}: ${when}`, runId: run?.id ?? null};
  };
  const take = async () => {
    await articleApi.setOwner(id, field, 'merchant');
    return {text: `${word} is yours: no update writes it from now on.`, runId: null};
  };
  return (
    <s-button
      accessibilityLabel={`${label}: ${word}`}
      loading={runningName === field}
      onClick={() => void decide(field, isMerchants ? give : take)}
    >
      {label}
    </s-button>
  );
}
