import {useEffect, useRef, useState} from 'react';
import type {ArticleRow} from '#contract/articles.ts';
import {emptyOwnPrice, type OwnPriceDraft} from '../../shared/own-prices/own-price-draft.ts';
import {OwnPriceForm} from '../../shared/own-prices/own-price-form.tsx';
import {toSavedOutcome} from '../../shared/own-prices/own-price-words.ts';
import {useOwnPrices} from '../../shared/own-prices/use-own-prices.ts';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {countNoun} from '../../text/words.ts';

type OwnPricePanelProps = {
  /** The selected articles. */
  readonly articles: readonly ArticleRow[];
  readonly currency: string;
  readonly mayApply: boolean;
  readonly onClose: () => void;
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** Sets one own price for all selected articles, or takes theirs back. It takes the focus when it opens. */
export function OwnPricePanel({articles, currency, mayApply, onClose, onDone}: OwnPricePanelProps) {
  const [draft, setDraft] = useState<OwnPriceDraft>({...emptyOwnPrice, kind: startKind(articles)});
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const review = useOwnPrices((answer, [change]) => onDone(toSavedOutcome(answer, change?.own === null)));
  const ids = articles.map(({id}) => id);
  // What was looked at for other articles than the selected ones is not shown, except while it is saved.
  const isOfSelected =
    review.isSaving || review.shown?.changes.map(({articleId}) => articleId).join('\n') === ids.join('\n');
  return (
    <div ref={box} tabIndex={-1} style={{outline: 'none'}}>
      <s-box border="base" borderRadius="base" padding="small">
        <s-stack gap="small">
          <s-heading>{`Own price of ${countNoun(articles.length, 'article')}`}</s-heading>
          <OwnPriceForm
            draft={draft}
            currency={currency}
            articleIds={ids}
            review={isOfSelected ? review : {...review, shown: null}}
            mayApply={mayApply}
            onDraft={setDraft}
          >
            <s-button disabled={review.isSaving} onClick={onClose}>
              Close
            </s-button>
          </OwnPriceForm>
        </s-stack>
      </s-box>
    </div>
  );
}

/** A markup fits several articles; where all have an own price, it is mostly taken back. */
const startKind = (articles: readonly ArticleRow[]) =>
  articles.every(({ownPrice}) => ownPrice !== null) ? ('none' as const) : ('markup' as const);
