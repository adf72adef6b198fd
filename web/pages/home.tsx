import type {Overview} from '#contract/overview.ts';
import {BrakeBanners} from '../components/brake-banners.tsx';
import {KeyNumbers} from '../components/key-numbers.tsx';
import {Stale} from '../components/loading.tsx';
import {PageBanners} from '../components/page-banners.tsx';
import {SetupGuide} from '../components/setup-guide.tsx';
import {StorePage} from '../components/store-page.tsx';
import {brakesQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

/** First what needs the merchant, then the store's state. */
export const HomePage = () => (
  <StorePage heading="Piecewise">{(overview, now) => <Home overview={overview} now={now} />}</StorePage>
);

function Home({overview, now}: {overview: Overview; now: Date}) {
  const brakes = useRemote(brakesQuestion(overview.lastRun));
  return (
    <>
      <Stale what="what your runs have stopped" remote={brakes} />
      <BrakeBanners brakes={brakes.value?.brakes ?? []} />
      <PageBanners overview={overview} now={now} />
      <SetupGuide overview={overview} />
      <KeyNumbers listings={overview.listings} />
    </>
  );
}
