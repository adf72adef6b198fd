import {ConnectionSection} from '../components/connection-section.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';

export const Page = () => (
  <StorePage heading="Connection">
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <ConnectionSection connection={overview.connection} />
      </>
    )}
  </StorePage>
);
