import {ArticlesSection} from '../components/products/articles-section.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';
import {ProductsOutline} from '../outlines/products-outline.tsx';

/** Every article that can be bought: found, sorted by margin, chosen and left out by hand, deleted from the store. */
export const ProductsPage = () => (
  <StorePage heading="Products" inlineSize="large" outline={<ProductsOutline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <ArticlesSection overview={overview} />
      </>
    )}
  </StorePage>
);
