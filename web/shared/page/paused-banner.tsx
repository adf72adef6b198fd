import {overviewQuery} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';

export const pausedHeading = 'Piecewise is paused: your settings cannot be read';

/**
 * Says that Piecewise is paused while the stored settings cannot be read; otherwise nothing.
 * @param of data of the page that names the condition: a page that shows no figures of the store does not load them only for this.
 */
export function PausedBanner({of}: {of: {readonly settingsUnreadable: 'settings' | null} | null}) {
  if (of === null || of.settingsUnreadable === null) return null;
  return (
    <s-banner tone="critical" heading={pausedHeading}>
      Nothing is sent to the supplier, no update starts and no settings are saved. Ask the operator of Piecewise to mend
      them, and name your store. Orders that were sent already go on.
      <s-button slot="secondary-actions" href="/settings/help">
        Open the help
      </s-button>
    </s-banner>
  );
}

/** `PausedBanner` for a page that shows the overview. */
export const StorePausedBanner = () => <PausedBanner of={useRemote(overviewQuery).value} />;

/** Whether the stored settings cannot be read, so that nothing that belongs to them is saved. */
export const useUnreadableSettings = (): boolean =>
  (useRemote(overviewQuery).value?.settingsUnreadable ?? null) !== null;
