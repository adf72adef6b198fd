import type {Overview} from '#contract/overview.ts';
import {Loading, StaleSection} from '../components/loading.tsx';
import {ChoiceAndPriceSection} from '../components/settings/choice-and-price-section.tsx';
import {StandingAnswersSection} from '../components/settings/standing-answers-section.tsx';
import {SetupGuide} from '../components/setup-guide.tsx';
import {type BannerProps, StorePage} from '../components/store-page.tsx';
import {settingsQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

export const SettingsPage = () => (
  <StorePage heading="Settings" banner={StaleNotice}>
    {(overview) => (
      <>
        <SetupGuide overview={overview} />
        <Choice overview={overview} />
        <StandingAnswersSection />
      </>
    )}
  </StorePage>
);

/** The form below may have a banner of its own. */
const StaleNotice = ({remote}: BannerProps) => <StaleSection what="your store" remote={remote} />;

function Choice({overview}: {overview: Overview}) {
  const settings = useRemote(settingsQuestion);
  if (settings.value === null) {
    return (
      <s-section heading="What goes into your store">
        <Loading what="your settings" remote={settings} height="480px" />
      </s-section>
    );
  }
  return <ChoiceAndPriceSection overview={overview} settings={settings.value} />;
}
