import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {Outline} from './outline.tsx';
import {RunsSection} from './runs-section.tsx';

export const Page = () => (
  <StorePage heading="Updates" outline={<Outline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <RunsSection overview={overview} />
      </>
    )}
  </StorePage>
);
