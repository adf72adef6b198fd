// The pages and webhooks, without workers.
import {readConfig} from '../../../server/config.ts';
import {createDeps} from '../../../server/deps.ts';
import {startApp} from '../../../server/main.ts';
import {answerQuestions} from './answer.ts';

answerQuestions(async () => {
  const web = await startApp(readConfig(process.env), createDeps, false);
  return {url: () => `http://127.0.0.1:${web.port}`, close: web.close};
});
