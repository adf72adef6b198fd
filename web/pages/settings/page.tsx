import type {Overview} from '#contract/overview.ts';
import {overviewQuery, settingsQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {ConnectionSection} from '../../shared/connection/connection-section.tsx';
import {InertWhileUnreadable} from '../../shared/form/settings-form.tsx';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {SetUpCard} from '../../shared/page/set-up-card.tsx';
import {StorePage} from '../../shared/page/store-page.tsx';
import {OnRequestSection} from './on-request-section.tsx';
import {FormOutline, Outline} from './outline.tsx';
import {SettingsSection} from './settings-section.tsx';
import {StandingAnswersSection} from './standing-answers-section.tsx';

export const Page = () => (
  <StorePage heading="Settings" banner={NoBanner} outline={<Outline />}>
    {(overview) => (
      <>
        <SetUpCard overview={overview} />
        <StaleStore />
        <ConnectionSection connection={overview.connection} />
        <StoredSettings overview={overview} />
        <InertWhileUnreadable>
          <OnRequestSection overview={overview} />
          <StandingAnswersSection overview={overview} />
        </InertWhileUnreadable>
        <RequestsCard />
        <MailCard />
        <ActivityCard />
        <HelpCard />
        <LeaveCard />
      </>
    )}
  </StorePage>
);

/** The way to the page of the fulfilment service. */
const RequestsCard = () => (
  <s-section heading="Orders requested in Shopify">
    <s-paragraph color="subdued">
      Each order can be requested in Shopify, and be accepted there once the supplier has it.
    </s-paragraph>
    <s-stack direction="inline">
      <s-button href="/settings/fulfilment">Open the fulfilment service</s-button>
    </s-stack>
  </s-section>
);

/** The way to the page of the mails. */
const MailCard = () => (
  <s-section heading="Mail">
    <s-paragraph color="subdued">A summary each morning, and a mail at once when something is wrong.</s-paragraph>
    <s-stack direction="inline">
      <s-button href="/settings/mail">Open the mails</s-button>
    </s-stack>
  </s-section>
);

/** The way to the page of who did what. */
const ActivityCard = () => (
  <s-section heading="Activity">
    <s-paragraph color="subdued">Who changed what, with the values before and after.</s-paragraph>
    <s-stack direction="inline">
      <s-button href="/settings/activity">Open the activity</s-button>
    </s-stack>
  </s-section>
);

/** The way to the page of answers and diagnostics. */
const HelpCard = () => (
  <s-section heading="Help">
    <s-paragraph color="subdued">How it works, answers, and a report for whoever helps you.</s-paragraph>
    <s-stack direction="inline">
      <s-button href="/settings/help">Open the help</s-button>
    </s-stack>
  </s-section>
);

/** The way to the page of leaving, and what happens without it. */
const LeaveCard = () => (
  <s-section heading="Leave">
    <s-paragraph color="subdued">
      Once Piecewise is removed in Shopify it has no access. Without leaving first, your products stay as they are, also
      on sale, and nothing of their orders is sent.
    </s-paragraph>
    <s-stack direction="inline">
      <s-button href="/settings/leave">Leave Piecewise</s-button>
    </s-stack>
  </s-section>
);

const StaleStore = () => <StaleSection what="your store" remote={useRemote(overviewQuery)} />;

/** StorePage shows no banner here, because the form shows it; a card says when the store's data is out of date. */
const NoBanner = () => null;

function StoredSettings({overview}: {overview: Overview}) {
  const settings = useRemote(settingsQuery);
  if (settings.value === null && settings.error === null) return <FormOutline />;
  if (settings.value === null) {
    return (
      <s-section heading="What goes into your store">
        <Loading what="your settings" remote={settings} height="480px" />
      </s-section>
    );
  }
  return <SettingsSection overview={overview} settings={settings.value} />;
}
