import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {ArticlesSection} from './articles-section.tsx';
import {Outline} from './outline.tsx';

/** The supplier's articles: searched, filtered, sorted by what is left of a piece, chosen or left out by hand, deleted from the store. */
export const Page = () => (
  <StorePage
    heading="Products"
    inlineSize="large"
    outline={<Outline />}
    actions={
      <s-button slot="secondary-actions" href="/pricing/own">
        Own prices by list
      </s-button>
    }
  >
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <ArticlesSection overview={overview} />
      </>
    )}
  </StorePage>
);
