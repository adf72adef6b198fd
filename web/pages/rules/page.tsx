import type {Overview} from '#contract/overview.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {rulesQuery} from '../../shared/api/rules-api.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {RulesForm} from '../../shared/rules/rules-form.tsx';
import {Outline} from './outline.tsx';

export const Page = () => (
  <StorePage heading="Import rules" banner={NoBanner} outline={<Outline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <StoredRules overview={overview} />
      </>
    )}
  </StorePage>
);

/** StorePage shows no banner here, because the form shows it; a card says when the store's data is out of date. */
const NoBanner = () => null;

function StoredRules({overview}: {overview: Overview}) {
  const stored = useRemote(rulesQuery);
  const stale = <StaleSection what="your store" remote={useRemote(overviewQuery)} />;
  if (stored.value === null && stored.error === null) return <Outline />;
  if (stored.value === null) {
    return (
      <>
        {stale}
        <s-section heading="Rules">
          <Loading what="your rules" remote={stored} height="320px" />
        </s-section>
      </>
    );
  }
  return (
    <RulesForm overview={overview} stored={stored.value}>
      {stale}
    </RulesForm>
  );
}
