import {overviewQuestion} from '../api/questions.ts';
import {useRemote} from '../api/remote.ts';

export const pausedHeading = 'Piecewise is paused: your settings cannot be read';

/** The banner of a page while the stored settings cannot be read; otherwise nothing. */
export function PausedBanner() {
  const {value} = useRemote(overviewQuestion);
  if (value === null || value.settingsUnreadable === null) return null;
  return (
    <s-banner tone="critical" heading={pausedHeading}>
      Nothing is sent to the supplier, no run starts and no settings are saved. Ask the operator of Piecewise to mend
      them, and say: the settings of {value.shop} cannot be read. Orders that were sent already go on.
    </s-banner>
  );
}
