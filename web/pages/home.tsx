import type {Overview} from '#contract/overview.ts';
import {Figures} from '../components/home/figures.tsx';
import {NextSection} from '../components/home/next-section.tsx';
import {RunsSummary} from '../components/home/runs-summary.tsx';
import {SalesSection} from '../components/home/sales-section.tsx';
import {SendingSection} from '../components/home/sending-section.tsx';
import {HomeBanner} from '../components/page-banners.tsx';
import {AllSetUp, SetUpCard} from '../components/setup/set-up-card.tsx';
import {isFilled} from '../components/setup/set-up-steps.ts';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/home-outline.tsx';
import {salesQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

/** First what needs the merchant, then the store's state. */
export const Page = () => (
  <StorePage heading="Piecewise" banner={HomeBanner} outline={<Outline />}>
    {(overview, now) => <Home overview={overview} now={now} />}
  </StorePage>
);

function Home({overview, now}: {overview: Overview; now: Date}) {
  const sales = useRemote(salesQuestion);
  const isNew = !isFilled(overview);
  return (
    <>
      <SetUpCard overview={overview} />
      <AllSetUp overview={overview} />
      <NextSection overview={overview} now={now} isNew={isNew} />
      <Figures overview={overview} sales={sales.value} />
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
        <RunsSummary overview={overview} />
        <SendingSection overview={overview} />
      </s-grid>
      <SalesSection sales={sales} />
    </>
  );
}
