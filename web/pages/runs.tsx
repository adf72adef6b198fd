import {RunsSection} from '../components/runs/runs-section.tsx';
import {SetupGuide} from '../components/setup-guide.tsx';
import {StorePage} from '../components/store-page.tsx';

export const RunsPage = () => (
  <StorePage heading="Runs">
    {(overview) => (
      <>
        <SetupGuide overview={overview} />
        <RunsSection overview={overview} />
      </>
    )}
  </StorePage>
);
