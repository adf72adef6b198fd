import {useState} from 'react';
import type {ArticleDetail} from '#contract/article.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {type OwnPriceDraft, ownPriceToDraft} from '../../shared/own-prices/own-price-draft.ts';
import {OwnPriceForm} from '../../shared/own-prices/own-price-form.tsx';
import {ownPriceWords, toSavedOutcome} from '../../shared/own-prices/own-price-words.ts';
import {useOwnPrices} from '../../shared/own-prices/use-own-prices.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {useAskBeforeLeaving} from '../../shared/page/unsaved-edits.ts';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';

type OwnPriceSectionProps = {
  readonly article: ArticleDetail;
  readonly currency: string;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** The price of its own that the merchant sets for the article, changes or takes back. */
export const OwnPriceSection = (props: OwnPriceSectionProps) => {
  const {ownPrice} = props.article;
  return (
    <Fold heading="Own price" summary={ownPrice === null ? 'None' : ownPriceWords(ownPrice)}>
      <OwnPrice {...props} />
    </Fold>
  );
};

function OwnPrice({article, currency, mayApply, onDone}: OwnPriceSectionProps) {
  const {id, ownPrice, listing} = article;
  // Null: nothing was typed, so the form shows what is saved.
  const [typed, setTyped] = useState<OwnPriceDraft | null>(null);
  const [based, setBased] = useState(ownPrice);
  const review = useOwnPrices((answer, [change]) => {
    setTyped(null);
    onDone(toSavedOutcome(answer, change?.own === null));
  });
  useAskBeforeLeaving(typed !== null);
  const isSavedElsewhere = typed !== null && JSON.stringify(based) !== JSON.stringify(ownPrice);
  const isOfMerchant = listing?.fields.some(({field, owner}) => field === 'price' && owner === 'merchant') ?? false;
  return (
    <>
      <s-paragraph color="subdued">It wins over your price rules, and no update changes it.</s-paragraph>
      {isSavedElsewhere && (
        <Notice tone="warning" heading="Saved elsewhere meanwhile">
          {`Now it is: ${ownPrice === null ? 'no own price' : ownPriceWords(ownPrice)}. What you typed is kept.`}
        </Notice>
      )}
      {ownPrice !== null && isOfMerchant && (
        <Notice tone="warning" heading="Not written: the price in your store is yours">
          You edited it in Shopify, or it was set back. Save the own price again, and the next update writes it.
        </Notice>
      )}
      <OwnPriceForm
        draft={typed ?? ownPriceToDraft(ownPrice)}
        currency={currency}
        articleIds={[id]}
        review={review}
        mayApply={mayApply}
        onDraft={(draft) => {
          if (typed === null) setBased(ownPrice);
          setTyped(draft);
        }}
      >
        {typed !== null && (
          <s-button
            disabled={review.isSaving}
            onClick={() => {
              review.close();
              setTyped(null);
            }}
          >
            Discard
          </s-button>
        )}
      </OwnPriceForm>
    </>
  );
}
