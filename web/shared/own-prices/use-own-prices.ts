// Looks at what own prices would do, then saves exactly that.
import {useState} from 'react';
import type {OwnPrices} from '#contract/products/own-prices.ts';
import {useAttempt} from '../api/remote.ts';
import {type OwnPriceChange, ownPricesApi} from './own-prices-api.ts';

/** What was looked at, and what it would do. */
type Shown = {readonly changes: readonly OwnPriceChange[]; readonly answer: OwnPrices};

export type OwnPricesReview = {
  /** Null: nothing is looked at. */
  readonly shown: Shown | null;
  readonly look: (changes: readonly OwnPriceChange[]) => void;
  /** @param applyNow whether an update writes the prices at once. */
  readonly save: (applyNow: boolean) => void;
  readonly close: () => void;
  readonly isLooking: boolean;
  readonly isSaving: boolean;
  /** Why the last press changed nothing; null after a success and from the next press on. */
  readonly refused: {readonly heading: string; readonly failure: string} | null;
};

/** @param onSaved called with the answer and what was saved. */
export function useOwnPrices(
  onSaved: (answer: OwnPrices, changes: readonly OwnPriceChange[]) => void,
): OwnPricesReview {
  const [shown, setShown] = useState<Shown | null>(null);
  const [refused, setRefused] = useState<OwnPricesReview['refused']>(null);
  const close = () => {
    setShown(null);
    setRefused(null);
  };
  const looking = useAttempt(ownPricesApi.look, {
    onDone: (answer, changes) => setShown({answer, changes}),
    onRefused: (failure) => setRefused({heading: 'Not looked at', failure}),
  });
  const saving = useAttempt(
    ({changes, previewId, applyNow}: {changes: readonly OwnPriceChange[]; previewId: string; applyNow: boolean}) =>
      ownPricesApi.save(changes, previewId, applyNow),
    {
      onDone(answer, {changes}) {
        setShown(null);
        onSaved(answer, changes);
      },
      onRefused(failure) {
        // What was shown holds no longer.
        setShown(null);
        setRefused({heading: 'Not saved', failure});
      },
    },
  );
  return {
    shown,
    look(changes) {
      close();
      void looking.attempt(changes);
    },
    save(applyNow) {
      const previewId = shown?.answer.previewId ?? null;
      if (shown === null || previewId === null) return;
      setRefused(null);
      void saving.attempt({changes: shown.changes, previewId, applyNow});
    },
    close,
    isLooking: looking.isRunning,
    isSaving: saving.isRunning,
    refused,
  };
}
