import {ConnectionSection} from '../../shared/page/connection-section.tsx';
import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';

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
