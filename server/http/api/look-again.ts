// When something that the app keeps in a store is looked at again, because the merchant looks at its page.
import {minute} from '#domain/durations.ts';

/** While the page is looked at, what is kept in Shopify is read again after this many milliseconds. */
const lookAgainMs = 10 * minute;

/** What is stored of something that the app keeps in the store. `isMade`: whether there is something to be taken away. */
type KeptInStore = {readonly want: string; readonly isMade: boolean; readonly settledAt: Date | null};

/** Whether a worker is to look at it again: the merchant may have changed it in Shopify since the last look. */
export const isLookDue = ({want, isMade, settledAt}: KeptInStore, now: Date): boolean =>
  settledAt !== null && (want !== 'off' || isMade) && settledAt.getTime() < now.getTime() - lookAgainMs;
