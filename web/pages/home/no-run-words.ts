// Why no run starts by itself: each reason that applies, in the order in which the merchant settles them.
import type {Overview} from '#contract/overview.ts';
import {listed} from '../../text/format.ts';

type RunFacts = Pick<Overview, 'connection' | 'needsReauth' | 'settingsUnreadable' | 'stopped'>;

export function noRunSentence(overview: RunFacts): string {
  const reasons = reasonsOf(overview);
  const why = reasons.length === 0 ? '' : `: ${listed(reasons)}`;
  return `No run starts by itself at the moment${why}.`;
}

function reasonsOf({needsReauth, stopped, settingsUnreadable, connection}: RunFacts): readonly string[] {
  return [
    ...(needsReauth ? ['Piecewise has lost its access to your store'] : []),
    ...(stopped === null ? [] : ['Piecewise is stopped']),
    ...(settingsUnreadable !== null ? ['your settings cannot be read'] : []),
    ...(['catalogue', 'dropship'] as const).flatMap((name) => {
      const {state} = connection[name];
      return state === 'accepted' ? [] : [keyReasons[state](name)];
    }),
  ];
}

const keyReasons = {
  absent: (name: string) => `the ${name} key is missing`,
  rejected: (name: string) => `the supplier does not accept the ${name} key`,
  unreadable: (name: string) => `the stored ${name} key cannot be read`,
};
