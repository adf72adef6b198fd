import {RunSection} from '../components/run-section.tsx';
import {SetupGuide} from '../components/setup-guide.tsx';
import {StorePage} from '../components/store-page.tsx';

export const RunsPage = () => (
  <StorePage heading="Runs">
    {(overview) => (
      <>
        <SetupGuide overview={overview} />
        <RunSection overview={overview} />
      </>
    )}
  </StorePage>
);
