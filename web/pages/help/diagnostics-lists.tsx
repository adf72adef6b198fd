import type {ReactNode} from 'react';
import type {Diagnostics, RunHealth} from '#contract/help/diagnostics.ts';
import {Fold} from '../../shared/details/fold.tsx';
import {count, dateAndTime} from '../../text/format.ts';
import {countNoun, dropshipStateBadges, runStateBadges} from '../../text/words.ts';

/** What is counted or listed in the diagnostics, each closed until it is opened. */
export function DiagnosticsLists({diagnostics: {orders, webhooks, runs}}: {readonly diagnostics: Diagnostics}) {
  const {unsent} = orders;
  const {topics, givenUp} = webhooks;
  const {troubled} = runs;
  return (
    <>
      <Fold heading="Orders not at the supplier" summary={count(unsent.reduce((sum, one) => sum + one.count, 0))}>
        <Lines none="None.">
          {unsent.map(
            (one) =>
              `${labelIn(dropshipStateBadges, one.state)}, ${one.code?.replaceAll('_', ' ') ?? 'no reason'}: ${count(one.count)}, the newest of ${dateAndTime(one.newestAt)}`,
          )}
        </Lines>
      </Fold>
      <Fold heading="Last webhook of each topic" summary={countNoun(topics.length, 'topic')}>
        <Lines none="None.">
          {topics.map(({topic, lastAt}) => `${topic}: ${lastAt === null ? 'none stored' : dateAndTime(lastAt)}`)}
        </Lines>
      </Fold>
      <Fold heading="Last errors" summary={count(troubled.length + givenUp.length)}>
        <Lines none="None stored.">
          {[
            ...troubled.map((run) => `Update ${run.id}: ${runText(run)}`),
            ...givenUp.map(
              ({id, topic, failures, at}) =>
                `Webhook ${id}, ${topic}: given up ${dateAndTime(at)} after ${countNoun(failures, 'failure')}`,
            ),
          ]}
        </Lines>
      </Fold>
    </>
  );
}

/** "Failed, begun 20 Nov, 03:30: The supplier did not answer." */
export const runText = ({state, reason, startedAt}: RunHealth): string =>
  `${labelIn(runStateBadges, state)}, begun ${dateAndTime(startedAt)}${reason === null ? '' : `: ${reason}`}`;

/** The label of a state; its name, if a newer release wrote it. */
const labelIn = (badges: Readonly<Record<string, {readonly label: string}>>, state: string): string =>
  badges[state]?.label ?? state;

type LinesProps = {readonly children: readonly string[]; readonly none: string};

function Lines({children, none}: LinesProps): ReactNode {
  if (children.length === 0) return <s-text color="subdued">{none}</s-text>;
  return children.map((text) => <s-text key={text}>{text}</s-text>);
}
