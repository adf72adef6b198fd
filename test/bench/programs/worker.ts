// A worker as `npm run worker` starts it.
import {startWorkerProcess} from '../../../jobs/main.ts';
import {readConfig} from '../../../server/config.ts';
import {answerQuestions} from './answer.ts';

answerQuestions(async () => {
  const worker = await startWorkerProcess(readConfig(process.env));
  return {close: worker.close};
});
