import type {Remote} from '../remote.ts';

type LoadingProps = {
  /** What is being loaded, as part of the sentence: "your dropship orders". */
  readonly what: string;
  readonly remote: Pick<Remote<unknown>, 'error' | 'refresh'>;
  /** The height of the content, so that the layout does not jump. */
  readonly height: `${number}px`;
};

/** Shown until the content is there: a spinner, or the error with a button to try again. */
export function Loading({what, remote, height}: LoadingProps) {
  return (
    <s-box minBlockSize={height}>
      {remote.error === null ? (
        <s-spinner accessibilityLabel={`Loading ${what}`} />
      ) : (
        <Trouble heading={`Could not load ${what}`} remote={remote} />
      )}
    </s-box>
  );
}

type StaleProps = {readonly what: string; readonly remote: Remote<unknown>};

/** A warning above content that could not be refreshed; otherwise nothing. */
export function Stale({what, remote}: StaleProps) {
  if (remote.error === null || remote.value === null) return null;
  return <Trouble heading={`This may be out of date: ${what} could not be loaded again`} remote={remote} />;
}

function Trouble({heading, remote}: {heading: string; remote: Pick<Remote<unknown>, 'error' | 'refresh'>}) {
  return (
    <s-banner tone="critical" heading={heading}>
      {remote.error}
      <s-button slot="secondary-actions" onClick={remote.refresh}>
        Try again
      </s-button>
    </s-banner>
  );
}
