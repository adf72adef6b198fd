import {DecisionsInbox} from '../components/decisions/decisions-inbox.tsx';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/decisions-outline.tsx';

export const Page = () => (
  <StorePage heading="To decide" outline={<Outline />}>
    {(overview) => <DecisionsInbox overview={overview} />}
  </StorePage>
);
