import {DecisionsInbox} from '../components/decisions/decisions-inbox.tsx';
import {StorePage} from '../components/store-page.tsx';

export const DecisionsPage = () => (
  <StorePage heading="To decide">{(overview) => <DecisionsInbox overview={overview} />}</StorePage>
);
