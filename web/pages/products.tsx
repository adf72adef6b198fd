import {ArticlesSection} from '../components/products/articles-section.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/products-outline.tsx';

/** The supplier's articles: searched, filtered, sorted by margin, chosen or left out by hand, and deleted from the store. */
export const Page = () => (
  <StorePage heading="Products" inlineSize="large" outline={<Outline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <ArticlesSection overview={overview} />
      </>
    )}
  </StorePage>
);
