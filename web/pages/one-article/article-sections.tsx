import {ArticleFacts, type ArticleSectionProps} from './article-facts.tsx';
import {DefinedOptions} from './defined-options.tsx';
import {FieldsSection} from './fields-section.tsx';
import {HistorySection} from './history-section.tsx';
import {LiveRead} from './live-read.tsx';
import {NextRunSection} from './next-run-section.tsx';
import {OwnPriceSection} from './own-price-section.tsx';
import {PriceSection} from './price-section.tsx';
import {SuppliedSection} from './supplied-section.tsx';
import {VariantsSection} from './variants-section.tsx';
import {ZoneMarginsSection} from './zone-margins-section.tsx';

type ArticleSectionsProps = ArticleSectionProps & {
  /** The store's currency; null: not read yet. */
  readonly currency: string | null;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
};

export function ArticleSections({article, currency, mayApply, onDone}: ArticleSectionsProps) {
  const {id, stock, listed, listing} = article;
  return (
    <>
      <ArticleFacts article={article} currency={currency} onDone={onDone} />
      {stock === null && listed && <LiveRead id={id} />}
      <DefinedOptions article={article} />
      <SuppliedSection article={article} onDone={onDone} />
      <s-section accessibilityLabel="Prices, variants, fields and history">
        <s-stack gap="small-300">
          {(stock !== null || listing !== null) && (
            <>
              <PriceSection article={article} currency={currency} />
              <s-divider />
              {currency !== null && (
                <>
                  <OwnPriceSection article={article} currency={currency} mayApply={mayApply} onDone={onDone} />
                  <s-divider />
                </>
              )}
              <ZoneMarginsSection id={id} />
              <s-divider />
            </>
          )}
          {listing !== null && (
            <>
              <VariantsSection article={article} listing={listing} currency={currency} onDone={onDone} />
              <s-divider />
              <FieldsSection article={article} listing={listing} currency={currency} onDone={onDone} />
              <s-divider />
            </>
          )}
          <NextRunSection article={article} currency={currency} />
          <HistorySection id={article.id} history={article.history} currency={currency} />
        </s-stack>
      </s-section>
    </>
  );
}
