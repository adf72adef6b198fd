import {RunsSection} from '../components/runs/runs-section.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/runs-outline.tsx';

export const Page = () => (
  <StorePage heading="Runs" outline={<Outline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <RunsSection overview={overview} />
      </>
    )}
  </StorePage>
);
