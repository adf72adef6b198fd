import type {ComponentType, ReactNode} from 'react';
import type {Overview} from '#contract/overview.ts';
import {overviewQuery} from '../api/questions.ts';
import {type RemoteData, useRemote} from '../api/remote.ts';
import {LeavingCard} from './leaving-card.tsx';
import {Loading, StaleBanner} from './loading.tsx';
import {StorePausedBanner} from './paused-banner.tsx';

/** The loaded overview, and the state of its query. */
export type BannerProps = {readonly overview: Overview; readonly remote: RemoteData<Overview>};

type StorePageProps = {
  readonly heading: string;
  /** The page above this one, to which a link leads back; left out: none. */
  readonly backTo?: {readonly label: string; readonly href: string};
  /** The width of the page, for a table with many columns. */
  readonly inlineSize?: 'large';
  /** @param now when the overview arrived: ages on the page are relative to it. */
  readonly children: (overview: Overview, now: Date) => ReactNode;
  /** Shown while the overview is loading for the first time. Without it, a spinner. */
  readonly outline?: ReactNode;
  /** Links to pages that belong to this one, for a slot of the page. */
  readonly actions?: ReactNode;
  /** The one banner of the page. Left out: it says that the page may be out of date, or that the shop is paused. */
  readonly banner?: ComponentType<BannerProps>;
};

/** A page about the whole store: shows the overview, or that it is loading, or why it could not be loaded. */
export function StorePage({
  heading,
  backTo,
  inlineSize,
  children,
  outline,
  actions,
  banner: Banner = StaleOrPausedBanner,
}: StorePageProps) {
  const overview = useRemote(overviewQuery);
  return (
    <s-page heading={heading} {...(inlineSize === undefined ? {} : {inlineSize})}>
      {backTo !== undefined && (
        <s-link slot="breadcrumb-actions" href={backTo.href}>
          {backTo.label}
        </s-link>
      )}
      {actions}
      {overview.value === null && overview.error === null && outline !== undefined ? (
        <s-stack gap="base">{outline}</s-stack>
      ) : overview.value === null ? (
        <s-section accessibilityLabel="Your store">
          <Loading what="your store" remote={overview} height="320px" />
        </s-section>
      ) : (
        <s-stack gap="base">
          <Banner overview={overview.value} remote={overview} />
          <LeavingCard overview={overview.value} />
          {children(overview.value, overview.loadedAt)}
        </s-stack>
      )}
    </s-page>
  );
}

const StaleOrPausedBanner = ({remote}: BannerProps) =>
  remote.error === null ? <StorePausedBanner /> : <StaleBanner what="your store" remote={remote} />;
