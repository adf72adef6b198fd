import {productAddress} from '../../shared/list/article-address.ts';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {count} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import type {Service} from './service-api.ts';
import {variantName} from './service-words.ts';

type RefusedSectionProps = {
  readonly service: Service;
  readonly isBusy: boolean;
  /** Has the app try all of them again. */
  readonly onAgain: () => void;
};

/** The variants that Shopify refuses to move, each with its words; nothing where it refuses none. What stopped has a button of its own. */
export function RefusedSection({service: {refused, want, stopped}, isBusy, onAgain}: RefusedSectionProps) {
  const {count: number, first} = refused;
  if (number === 0) return null;
  const where = want === 'off' ? 'stocked again where they were' : 'stocked as you want it';
  return (
    <s-section heading="Refused by Shopify">
      <s-paragraph>
        {countNoun(number, 'variant is', 'variants are')} not {where}. Piecewise tries them again once a day.
      </s-paragraph>
      {stopped === null && (
        <s-stack direction="inline">
          <s-button loading={isBusy} onClick={onAgain} accessibilityLabel="Try again: all refused variants">
            Try again
          </s-button>
        </s-stack>
      )}
      <IndexTable rows={first} columns={refusedColumns} keyOf={({variantGid}) => variantGid} />
      {number > first.length && (
        <s-text color="subdued">{`The first ${count(first.length)} of ${count(number)} are shown.`}</s-text>
      )}
    </s-section>
  );
}

type RefusedVariant = Service['refused']['first'][number];

const refusedColumns: readonly Column<RefusedVariant>[] = [
  {
    heading: 'Variant',
    listSlot: 'primary',
    renderCell: (variant) => <s-text dir="auto">{variantName(variant)}</s-text>,
  },
  {heading: 'What Shopify says', listSlot: 'secondary', renderCell: ({said}) => said},
  {heading: 'Product', renderCell: (variant) => <ProductButton variant={variant} />},
];

/** Opens the variant's product in Shopify, where what hinders it is mended. */
function ProductButton({variant}: {readonly variant: RefusedVariant}) {
  const address = variant.productGid === null ? null : productAddress(variant.productGid);
  if (address === null) return '–';
  return (
    <s-button href={address} target="_top" accessibilityLabel={`Open in Shopify: ${variantName(variant)}`}>
      Open in Shopify
    </s-button>
  );
}
