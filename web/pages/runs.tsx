import {RunsSection} from '../components/runs/runs-section.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';
import {RunsOutline} from '../outlines/runs-outline.tsx';

export const RunsPage = () => (
  <StorePage heading="Runs" outline={<RunsOutline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <RunsSection overview={overview} />
      </>
    )}
  </StorePage>
);
