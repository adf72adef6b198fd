// A worker as `npm run worker` starts it, which says in one line of JSON when it works, and in another at its end how much
// memory it ever took.
import {startWorkerProcess} from '../../../jobs/main.ts';
import {readConfig} from '../../../server/config.ts';

const worker = await startWorkerProcess(readConfig(process.env));
say({working: true});
process.once('SIGTERM', () => void worker.close().then(() => say({peakKilobytes: process.resourceUsage().maxRSS})));

function say(fact: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(fact)}\n`);
}
