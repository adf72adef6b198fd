// Switches something that the app keeps in the store, after Shopify has asked the merchant for what the app needs for it.
import {type RefObject, useEffect, useRef, useState} from 'react';
import {second} from '#domain/durations.ts';
import {useAttempt} from '../api/remote.ts';
import {askPermission} from './ask-permission.ts';

/** What the merchant wants: nothing, a trial with three products, or all products. */
export type SwitchWish = 'off' | 'trial' | 'on';

/** What the server says of it. `wish`: the number of what was asked last, which a change names. */
type Switchable = {readonly isPermitted: boolean; readonly wish: number};

/** How it is asked for. */
export type SwitchKind<Wanted, Answer extends Switchable> = {
  readonly load: () => Promise<Answer>;
  readonly save: (wanted: Wanted & {readonly wish: number}) => Promise<Answer>;
  /** The permissions that the app needs for it, as in server/domain/store-access.ts. */
  readonly scopes: string;
};

export type Switch<Wanted> = {
  readonly press: (wanted: Wanted) => Promise<void>;
  /** What was pressed and is being sent; null: nothing. */
  readonly pressed: SwitchWish | null;
  /** Why nothing has changed, without an error: the permission was not given. */
  readonly answer: string | null;
  readonly failure: string | null;
};

/** @param onSaved called once the server has stored what the merchant wants. */
export function useSwitch<Wanted extends {readonly want: SwitchWish}, Answer extends Switchable>(
  kind: SwitchKind<Wanted, Answer>,
  {isPermitted, wish}: Switchable,
  onSaved: () => void = () => {},
): Switch<Wanted> {
  const [asking, setAsking] = useState<SwitchWish | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const {attempt, running, failure} = useAttempt(kind.save, {onDone: onSaved});
  const press = async (wanted: Wanted) => {
    if (asking !== null) return;
    setAsking(wanted.want);
    const refusal = isPermitted ? null : await askPermission(kind.scopes.split(','));
    setAnswer(refusal);
    if (refusal === null && !isPermitted) await waitUntilKnown(kind.load);
    if (refusal === null) await attempt({...wanted, wish});
    setAsking(null);
  };
  return {press, pressed: running?.want ?? asking, answer, failure};
}

/** Seconds until Shopify's webhook about the permission has arrived at the latest; then the server says what is missing. */
const longestWait = 10;

async function waitUntilKnown(load: () => Promise<Switchable>): Promise<void> {
  for (let waited = 0; waited < longestWait; waited += 1) {
    const known = await load().catch(() => null);
    if (known?.isPermitted === true) return;
    await new Promise((resolve) => setTimeout(resolve, second));
  }
}

/** A place that gets the focus when the pressed button is gone after a change. @param state what changes. */
export function useFocusOnChange(state: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const known = useRef(state);
  useEffect(() => {
    // The browser gives the focus of a button that is gone to the body.
    if (known.current !== state && document.activeElement === document.body) place.current?.focus();
    known.current = state;
  }, [state]);
  return place;
}
