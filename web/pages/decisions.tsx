import {DecisionsInbox} from '../components/decisions/decisions-inbox.tsx';
import {StorePage} from '../components/store-page.tsx';
import {DecisionsOutline} from '../outlines/decisions-outline.tsx';

export const DecisionsPage = () => (
  <StorePage heading="To decide" outline={<DecisionsOutline />}>
    {(overview) => <DecisionsInbox overview={overview} />}
  </StorePage>
);
