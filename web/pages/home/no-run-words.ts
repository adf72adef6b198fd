// Why no run starts by itself: each reason that applies, in the order in which the merchant settles them.
import type {Overview} from '#contract/overview.ts';
import {joinNames} from '../../text/format.ts';

type RunConditions = Pick<Overview, 'connection' | 'needsReauth' | 'settingsUnreadable' | 'stopped' | 'isLeaving'>;

/** The sentence that says that no run starts by itself, with every reason that is known. */
export function noRunSentence(overview: RunConditions): string {
  const reasons = noRunReasons(overview);
  const why = reasons.length === 0 ? '' : `: ${joinNames(reasons)}`;
  return `No update starts by itself at the moment${why}.`;
}

function noRunReasons({
  needsReauth,
  stopped,
  settingsUnreadable,
  connection,
  isLeaving,
}: RunConditions): readonly string[] {
  return [
    ...(isLeaving ? ['you are leaving Piecewise'] : []),
    ...(needsReauth ? ['Piecewise has lost its access to your store'] : []),
    ...(stopped === null ? [] : ['Piecewise is stopped']),
    ...(settingsUnreadable !== null ? ['your settings cannot be read'] : []),
    ...(['catalogue', 'dropship'] as const).flatMap((name) => {
      const {state} = connection[name];
      return state === 'accepted' ? [] : [keyStateReasons[state](name)];
    }),
  ];
}

const keyStateReasons = {
  absent: (name: string) => `the ${name} key is missing`,
  rejected: (name: string) => `the supplier does not accept the ${name} key`,
  unreadable: (name: string) => `the stored ${name} key cannot be read`,
};
