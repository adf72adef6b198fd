import {ConnectionSection} from '../components/connection-section.tsx';
import {SetupGuide} from '../components/setup-guide.tsx';
import {StorePage} from '../components/store-page.tsx';

export const ConnectionPage = () => (
  <StorePage heading="Connection">
    {(overview) => (
      <>
        <SetupGuide overview={overview} />
        <ConnectionSection connection={overview.connection} />
      </>
    )}
  </StorePage>
);
