import type {ReactNode} from 'react';
import {Notice} from '../page/notice.tsx';
import type {SwitchWish} from './use-switch.ts';

/** What the server says of something that the merchant has switched on or off. */
export type SwitchedState = {
  readonly want: SwitchWish;
  readonly isWorking: boolean;
  readonly isReached: boolean;
  /** Why nothing more is done, as a sentence; null: nothing hinders it. */
  readonly said: string | null;
  readonly variants: {readonly wanted: number; readonly moved: number};
};

type SwitchStateProps = {
  readonly state: SwitchedState;
  /** What the app is doing; null: nothing. */
  readonly work: string | null;
  /** What the progress bar counts. */
  readonly progressLabel: string;
  /** What was reached. */
  readonly reached: string;
  /** Whether something is missing, although nothing hinders the app. */
  readonly isLacking: boolean;
  /** The button that mends what hinders it. */
  readonly button?: ReactNode;
};

/** The label of the button that mends what hinders the app. */
export const againLabel = (stopped: string | null): string =>
  stopped === 'not_permitted' ? 'Allow it' : stopped === 'removed' ? 'Switch it on again' : 'Try again';

/** Whether it is on, what the app is doing, and what hinders it; nothing while it is off and rests. */
export function SwitchState({state, work, progressLabel, reached, isLacking, button}: SwitchStateProps) {
  const {want, isWorking, said, variants} = state;
  if (want === 'off' && work === null && said === null) return null;
  return (
    <s-stack gap="small">
      {want !== 'off' && (
        <s-stack direction="inline">
          <StateBadge state={state} isLacking={isLacking} />
        </s-stack>
      )}
      {work !== null && (
        <s-stack gap="small-200">
          <s-stack direction="inline" gap="small-200" alignItems="center">
            <s-spinner accessibilityLabel="Going on" />
            <s-text fontVariantNumeric="tabular-nums">{work}</s-text>
          </s-stack>
          {want !== 'off' && variants.wanted > 0 && (
            <s-progress value={variants.moved} max={variants.wanted} accessibilityLabel={progressLabel} />
          )}
        </s-stack>
      )}
      {!isWorking && said === null && want !== 'off' && <s-text>{reached}</s-text>}
      {said !== null && (
        <Notice
          tone="warning"
          heading={want === 'off' ? 'Not switched off yet' : 'Piecewise cannot go on'}
          button={button}
        >
          {said}
        </Notice>
      )}
    </s-stack>
  );
}

function StateBadge({state, isLacking}: Pick<SwitchStateProps, 'state' | 'isLacking'>) {
  const {want, said, variants} = state;
  if (want === 'trial') return <s-badge tone="info">On trial</s-badge>;
  if (said === null && isBeingSwitchedOn(state)) return <s-badge tone="info">Being switched on</s-badge>;
  if ((said !== null || isLacking) && variants.moved < variants.wanted)
    return <s-badge tone="warning">{variants.moved === 0 ? 'Not working' : 'Partly on'}</s-badge>;
  return <s-badge tone={said === null && !isLacking ? 'success' : 'warning'}>On</s-badge>;
}

/** Whether variants are still moving since it was switched on. */
export const isBeingSwitchedOn = ({want, isWorking, isReached, variants: {moved, wanted}}: SwitchedState): boolean =>
  want === 'on' && isWorking && !isReached && moved < wanted;
