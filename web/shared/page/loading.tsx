import type {RemoteData} from '../api/remote.ts';
import {Notice} from './notice.tsx';

type LoadingProps = {
  /** What is being loaded, as part of the sentence: "your dropship orders". */
  readonly what: string;
  readonly remote: Pick<RemoteData<unknown>, 'error' | 'refresh' | 'isMissing' | 'isRemoved'>;
  /** The height of the content, so that the layout does not jump. */
  readonly height: `${number}px`;
  /** The list to go back to where there is no such thing; left out: it is not looked for by its address. */
  readonly list?: {readonly label: string; readonly href: string};
};

/** Shown until the content is there: a spinner, or the error with a button to try again, or with the way back. */
export function Loading({what, remote, height, list}: LoadingProps) {
  const back = remote.isMissing && list !== undefined && <s-button href={list.href}>{`Open ${list.label}`}</s-button>;
  return (
    <s-box minBlockSize={height}>
      {remote.error === null ? (
        <s-spinner accessibilityLabel={`Loading ${what}`} />
      ) : (
        <Notice
          tone="critical"
          heading={headingOf(remote, `Could not load ${what}`)}
          button={back || <TryAgain remote={remote} />}
        >
          {remote.error}
        </Notice>
      )}
    </s-box>
  );
}

type StaleNoticeProps = {readonly what: string; readonly remote: RemoteData<unknown>};

/** A notice beside content that could not be refreshed; nothing if it is up to date. */
export function StaleNotice({what, remote}: StaleNoticeProps) {
  if (!isStale(remote)) return null;
  return (
    <Notice tone="critical" heading={staleHeading(what, remote)} button={<TryAgain remote={remote} />}>
      {remote.error}
    </Notice>
  );
}

/** `StaleNotice` as a card, for a page whose banner may say something else. */
export const StaleSection = ({what, remote}: StaleNoticeProps) =>
  isStale(remote) && (
    <s-section accessibilityLabel="Out of date">
      <StaleNotice what={what} remote={remote} />
    </s-section>
  );

/** `StaleNotice` as the banner of a page. */
export function StaleBanner({what, remote}: StaleNoticeProps) {
  if (!isStale(remote)) return null;
  return (
    <s-banner tone="critical" heading={staleHeading(what, remote)}>
      {remote.error}
      <TryAgain remote={remote} slot="secondary-actions" />
    </s-banner>
  );
}

const isStale = ({error, value}: RemoteData<unknown>): boolean => error !== null && value !== null;

const staleHeading = (what: string, remote: RemoteData<unknown>): string =>
  headingOf(remote, `This may be out of date: ${what} could not be loaded again`);

/** The heading above the error. Where the app was removed, no page loads any more. */
const headingOf = ({isRemoved}: Pick<RemoteData<unknown>, 'isRemoved'>, otherwise: string): string =>
  isRemoved ? 'Piecewise was removed from this store' : otherwise;

type TryAgainProps = {readonly remote: Pick<RemoteData<unknown>, 'refresh'>; readonly slot?: 'secondary-actions'};

const TryAgain = ({remote, ...slot}: TryAgainProps) => (
  <s-button {...slot} onClick={remote.refresh}>
    Try again
  </s-button>
);

type ReservedSpaceProps = {
  /** The height of what will be shown here, so that the layout does not jump. */
  readonly height: `${number}px`;
  /** What is being loaded, as part of the sentence: "your dropship orders". Given at most once on a page. */
  readonly what?: string;
};

/** Empty space where data will be shown; with `what`, a spinner in it. */
export const ReservedSpace = ({height, what}: ReservedSpaceProps) => (
  <s-box minBlockSize={height}>{what !== undefined && <s-spinner accessibilityLabel={`Loading ${what}`} />}</s-box>
);
