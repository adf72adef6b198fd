import {StorePage} from '../../shared/page/store-page.tsx';
import {DecisionsInbox} from './decisions-inbox.tsx';
import {Outline} from './outline.tsx';

export const Page = () => (
  <StorePage heading="To decide" outline={<Outline />}>
    {(overview) => <DecisionsInbox overview={overview} />}
  </StorePage>
);
