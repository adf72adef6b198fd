import {ArticleFacts, type ArticleSectionProps} from './article-facts.tsx';
import {DefinedOptions} from './defined-options.tsx';
import {FieldsSection} from './fields-section.tsx';
import {HistorySection} from './history-section.tsx';
import {LiveRead} from './live-read.tsx';
import {NextRunSection} from './next-run-section.tsx';
import {PriceSection} from './price-section.tsx';
import {SuppliedSection} from './supplied-section.tsx';
import {VariantsSection} from './variants-section.tsx';
import {ZoneMarginsSection} from './zone-margins-section.tsx';

type ArticleSectionsProps = ArticleSectionProps & {
  /** The store's currency; null: not read yet. */
  readonly currency: string | null;
};

export function ArticleSections({article, currency, onDone}: ArticleSectionsProps) {
  const {id, stock, listed, listing} = article;
  return (
    <>
      <ArticleFacts article={article} currency={currency} onDone={onDone} />
      {stock === null && listed && <LiveRead id={id} />}
      <DefinedOptions article={article} />
      <SuppliedSection article={article} onDone={onDone} />
      {(stock !== null || listing !== null) && (
        <>
          <PriceSection article={article} currency={currency} />
          <ZoneMarginsSection id={id} />
        </>
      )}
      {listing !== null && <VariantsSection article={article} listing={listing} currency={currency} onDone={onDone} />}
      {listing !== null && <FieldsSection article={article} listing={listing} onDone={onDone} />}
      <NextRunSection article={article} currency={currency} />
      <HistorySection history={article.history} />
    </>
  );
}
