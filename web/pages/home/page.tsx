import type {Overview} from '#contract/overview.ts';
import {salesQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {HomeBanner} from '../../shared/page/page-banners.tsx';
import {AllSetUp, SetUpCard} from '../../shared/page/set-up-card.tsx';
import {isStoreFilled} from '../../shared/page/store-filled.ts';
import {StorePage} from '../../shared/page/store-page.tsx';
import {Figures} from './figures.tsx';
import {NextSection} from './next-section.tsx';
import {Outline} from './outline.tsx';
import {RunsSummary} from './runs-summary.tsx';
import {SalesSection} from './sales-section.tsx';
import {SendingSection} from './sending-section.tsx';

/** Home: first what needs the merchant, then the store's state. */
export const Page = () => (
  <StorePage heading="Piecewise" banner={HomeBanner} outline={<Outline />}>
    {(overview, now) => <Home overview={overview} now={now} />}
  </StorePage>
);

function Home({overview, now}: {overview: Overview; now: Date}) {
  const sales = useRemote(salesQuery);
  const isNew = !isStoreFilled(overview);
  return (
    <>
      <SetUpCard overview={overview} />
      <AllSetUp overview={overview} />
      <NextSection overview={overview} now={now} isSettingUp={isNew} />
      <Figures overview={overview} sales={sales.value} />
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
        <RunsSummary overview={overview} />
        <SendingSection overview={overview} />
      </s-grid>
      <SalesSection sales={sales} />
    </>
  );
}
