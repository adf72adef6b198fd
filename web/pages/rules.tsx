import type {Overview} from '#contract/overview.ts';
import {Loading, StaleSection} from '../components/loading.tsx';
import {rulesQuestion} from '../components/rules/rules-api.ts';
import {RulesForm} from '../components/rules/rules-form.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/rules-outline.tsx';
import {overviewQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

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

/** The form shows the page's banner; a card below it says when the store's data is out of date. */
const NoBanner = () => null;

function StoredRules({overview}: {overview: Overview}) {
  const stored = useRemote(rulesQuestion);
  const stale = <StaleSection what="your store" remote={useRemote(overviewQuestion)} />;
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
