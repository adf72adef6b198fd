import type {Overview} from '#contract/overview.ts';
import {Loading, StaleSection} from '../components/loading.tsx';
import {OnRequestSection} from '../components/settings/on-request-section.tsx';
import {SettingsSection} from '../components/settings/settings-section.tsx';
import {StandingAnswersSection} from '../components/settings/standing-answers-section.tsx';
import {SetUpCard} from '../components/setup/set-up-card.tsx';
import {StorePage} from '../components/store-page.tsx';
import {Outline} from '../outlines/settings-outline.tsx';
import {overviewQuestion, settingsQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

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
