import type {Overview} from '#contract/overview.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {lookQuery} from './look-api.ts';
import {LookForm} from './look-form.tsx';

/** How articles become products, who writes their fields, and what becomes of those that are no longer offered. */
export const Page = () => (
  <StorePage heading="How products look" banner={NoBanner} backTo={{label: 'Settings', href: '/settings'}}>
    {(overview) => <StoredLook overview={overview} />}
  </StorePage>
);

/** StorePage shows no banner here, because the form shows it; a card says when the store's data is out of date. */
const NoBanner = () => null;

function StoredLook({overview}: {readonly overview: Overview}) {
  const stored = useRemote(lookQuery);
  const stale = <StaleSection what="your store" remote={useRemote(overviewQuery)} />;
  if (stored.value === null) {
    return (
      <>
        {stored.error !== null && stale}
        <s-section heading="Title and tags">
          <Loading what="how products look" remote={stored} height="480px" />
        </s-section>
      </>
    );
  }
  return (
    <LookForm overview={overview} stored={stored.value}>
      {stale}
    </LookForm>
  );
}
