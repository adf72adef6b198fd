import type {Overview} from '#contract/overview.ts';
import {overviewQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {rulesQuestion} from '../../shared/api/rules-api.ts';
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
