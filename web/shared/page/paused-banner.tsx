import {overviewQuestion} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';

export const pausedHeading = 'Piecewise is paused: your settings cannot be read';

/**
 * While the stored settings cannot be read; otherwise nothing.
 * @param of what the page shows: a page that shows no figures of the store does not ask for them only to know this.
 */
export function PausedBanner({of}: {of: {readonly settingsUnreadable: 'settings' | null} | null}) {
  if (of === null || of.settingsUnreadable === null) return null;
  return (
    <s-banner tone="critical" heading={pausedHeading}>
      Nothing is sent to the supplier, no run starts and no settings are saved. Ask the operator of Piecewise to mend
      them, and name your store. Orders that were sent already go on.
    </s-banner>
  );
}

/** The same on a page that shows the store. */
export const StorePausedBanner = () => <PausedBanner of={useRemote(overviewQuestion).value} />;
