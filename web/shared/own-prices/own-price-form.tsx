import {type ReactNode, useState} from 'react';
import {type FieldErrors, useFocusOnError} from '../form/field-errors.ts';
import {type OwnPriceDraft, readOwnPrice} from './own-price-draft.ts';
import {OwnPriceFields} from './own-price-fields.tsx';
import {OwnPricesPreview} from './own-prices-preview.tsx';
import type {OwnPricesReview} from './use-own-prices.ts';

type OwnPriceFormProps = {
  readonly draft: OwnPriceDraft;
  readonly currency: string;
  /** The articles that get the own price. */
  readonly articleIds: readonly string[];
  readonly review: OwnPricesReview;
  readonly mayApply: boolean;
  readonly onDraft: (draft: OwnPriceDraft) => void;
  /** Further buttons beside the one that looks. */
  readonly children?: ReactNode;
};

/** The form of an own price for one or several articles: typed, looked at, then saved. */
export function OwnPriceForm({draft, currency, articleIds, review, mayApply, onDraft, children}: OwnPriceFormProps) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const form = useFocusOnError(errors);
  const look = () => {
    const own = readOwnPrice(draft, currency);
    if (typeof own === 'string') setErrors({[fieldOf(draft)]: own});
    else review.look(articleIds.map((articleId) => ({articleId, own})));
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        look();
      }}
    >
      <s-stack gap="small">
        <OwnPriceFields
          draft={draft}
          currency={currency}
          error={errors[fieldOf(draft)] ?? ''}
          isDisabled={review.isSaving}
          onChange={(next) => {
            setErrors({});
            review.close();
            onDraft(next);
          }}
        />
        <s-stack direction="inline" gap="small-200">
          <s-button loading={review.isLooking} disabled={review.isSaving} onClick={look}>
            Look at the price
          </s-button>
          {children}
        </s-stack>
        <OwnPricesPreview review={review} mayApply={mayApply} />
      </s-stack>
    </form>
  );
}

const fieldOf = ({kind}: OwnPriceDraft): string => (kind === 'fixed' ? 'own-amount' : 'own-percent');
