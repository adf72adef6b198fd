// Step three: rules that changed since the last run choose anew; articles that came or changed were chosen as they were read.
import {refreshChosen} from '../../server/db/choice.ts';
import {enterStep} from './heartbeat.ts';
import {basisOf, type Run} from './open-run.ts';

export async function chooseArticles(run: Run): Promise<void> {
  await enterStep(run, 'choosing');
  if (await refreshChosen(run.deps.db, run.shop, basisOf(run))) await run.beat();
}
