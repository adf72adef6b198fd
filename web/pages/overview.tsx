import {type ReactNode, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {SettingsForm} from '#contract/settings.ts';
import {api} from '../api.ts';
import {BrakeBanners} from '../components/brake-banners.tsx';
import {ConnectionSection} from '../components/connection-section.tsx';
import {DropshipOrdersSection, type ShownOrders} from '../components/dropship-orders-section.tsx';
import {KeyNumbers} from '../components/key-numbers.tsx';
import {Loading, Stale} from '../components/loading.tsx';
import {PageBanners} from '../components/page-banners.tsx';
import {RunSection} from '../components/run-section.tsx';
import {ChoiceAndPriceSection} from '../components/settings/choice-and-price-section.tsx';
import {goTo, isSetUp, SetupGuide} from '../components/setup-guide.tsx';
import {busyMs, idleMs, type Remote, useRemote} from '../remote.ts';
import {allOrders, isUnderWay, type OrderView} from '../words.ts';

/** The one page of the app: what needs the merchant first, then orders, runs, choice and connection. */
export function OverviewPage() {
  const overview = useRemote(api.overview, (known) => (isUnderWay(known?.lastRun ?? null) ? busyMs : idleMs));
  const settings = useRemote(api.settings, () => null);
  return (
    <s-page heading="Piecewise">
      {overview.value === null ? (
        <s-section accessibilityLabel="Your store">
          <Loading what="your store" remote={overview} height="320px" />
        </s-section>
      ) : (
        <Known overview={overview} known={overview.value} settings={settings} />
      )}
    </s-page>
  );
}

type KnownProps = {
  readonly overview: Remote<Overview>;
  readonly known: Overview;
  readonly settings: Remote<SettingsForm>;
};

function Known({overview, known, settings}: KnownProps) {
  const now = overview.at;
  // Decided once: a page that reorders itself under the merchant's hand is worse than one in last minute's order.
  const [settingUp] = useState(!isSetUp(known));
  const [shown, setShown] = useState<ShownOrders>({view: allOrders, trail: []});
  const see = (view: OrderView) => {
    setShown({view, trail: []});
    goTo('orders');
  };
  const saved = () => {
    settings.refresh();
    overview.refresh();
  };
  const brakes = useRemote(api.brakes, () => idleMs, `${known.lastRun?.id} ${known.lastRun?.state}`);
  const decided = () => {
    brakes.refresh();
    overview.refresh();
  };
  const connection = <ConnectionSection key="connection" connection={known.connection} onChange={overview.refresh} />;
  const choice = <Choice key="choice" overview={known} settings={settings} onSaved={saved} />;
  const runs = <RunSection key="runs" overview={known} onStarted={overview.refresh} />;
  const orders = (
    <DropshipOrdersSection key="orders" now={now} shown={shown} onShow={setShown} onChange={overview.refresh} />
  );
  return (
    <Column>
      <Stale what="your store" remote={overview} />
      <Stale what="what your runs have stopped" remote={brakes} />
      <BrakeBanners brakes={brakes.value?.brakes ?? []} onDecided={decided} />
      <PageBanners overview={known} now={now} onSee={see} />
      <SetupGuide overview={known} />
      <KeyNumbers listings={known.listings} />
      {settingUp ? [connection, choice, runs, orders] : [orders, runs, choice, connection]}
    </Column>
  );
}

const Column = ({children}: {children: ReactNode}) => <s-stack gap="base">{children}</s-stack>;

type ChoiceProps = {
  readonly overview: Overview;
  readonly settings: Remote<SettingsForm>;
  readonly onSaved: () => void;
};

/** The form starts again from what was saved, so that Discard always returns to it. */
function Choice({overview, settings, onSaved}: ChoiceProps) {
  if (settings.value === null) {
    return (
      <s-section heading="What goes into your store">
        <Loading what="your settings" remote={settings} height="480px" />
      </s-section>
    );
  }
  const version = JSON.stringify(settings.value);
  return <ChoiceAndPriceSection key={version} overview={overview} settings={settings.value} onSaved={onSaved} />;
}
