import type {Overview} from '#contract/overview.ts';
import {overviewQuestion, settingsQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {OnRequestSection} from './on-request-section.tsx';
import {Outline} from './outline.tsx';
import {SettingsSection} from './settings-section.tsx';
import {StandingAnswersSection} from './standing-answers-section.tsx';

export const Page = () => (
  <StorePage heading="Settings" banner={NoBanner} outline={<Outline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <Form overview={overview} />
        <OnRequestSection overview={overview} />
        <StandingAnswersSection />
      </>
    )}
  </StorePage>
);

/** The form shows the page's banner; a card below it says when the store's data is out of date. */
const NoBanner = () => null;

function Form({overview}: {overview: Overview}) {
  const settings = useRemote(settingsQuestion);
  const stale = <StaleSection what="your store" remote={useRemote(overviewQuestion)} />;
  if (settings.value === null && settings.error === null) return <Outline />;
  if (settings.value === null) {
    return (
      <>
        {stale}
        <s-section heading="What goes into your store">
          <Loading what="your settings" remote={settings} height="480px" />
        </s-section>
      </>
    );
  }
  return (
    <SettingsSection overview={overview} settings={settings.value}>
      {stale}
    </SettingsSection>
  );
}
