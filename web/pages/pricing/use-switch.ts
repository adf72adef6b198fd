// Switches the shipping profile, after Shopify has asked the merchant for what the app needs for it.
import {useState} from 'react';
import type {ShippingProfileInput} from '#contract/shipping/shipping-profile.ts';
import {second} from '#domain/durations.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {askPermission} from '../../shared/page/ask-permission.ts';
import {type Profile, profileApi} from './profile-api.ts';

type Wish = Profile['want'];

export type Switch = {
  readonly press: (wanted: Omit<ShippingProfileInput, 'wish'>) => Promise<void>;
  /** What was pressed and is being sent; null: nothing. */
  readonly pressed: Wish | null;
  /** Why nothing has changed, without an error: the permission was not given. */
  readonly answer: string | null;
  readonly failure: string | null;
};

/** @param onSaved called once the server has stored what the merchant wants. */
export function useSwitch({isPermitted, wish}: Profile, onSaved: () => void): Switch {
  const [asking, setAsking] = useState<Wish | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const {attempt, running, failure} = useAttempt(profileApi.save, {onDone: onSaved});
  const press: Switch['press'] = async (wanted) => {
    if (asking !== null) return;
    setAsking(wanted.want);
    const refusal = isPermitted ? null : await askPermission(['write_shipping', 'read_locations']);
    setAnswer(refusal);
    if (refusal === null && !isPermitted) await waitUntilKnown();
    if (refusal === null) await attempt({...wanted, wish});
    setAsking(null);
  };
  return {press, pressed: running?.want ?? asking, answer, failure};
}

/** Seconds until Shopify's webhook about the permission has arrived at the latest; then the server says what is missing. */
const longestWait = 10;

async function waitUntilKnown(): Promise<void> {
  for (let waited = 0; waited < longestWait; waited += 1) {
    const known = await profileApi.load().catch(() => null);
    if (known?.isPermitted === true) return;
    await new Promise((resolve) => setTimeout(resolve, second));
  }
}
