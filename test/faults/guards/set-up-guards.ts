// What keeps a newly installed store empty but for the trial, until the merchant asks for everything.
import type {Guard} from './guard.ts';

export const setUpGuards: readonly Guard[] = [
  {
    name: 'before everything was asked for, a run of the schedule creates nothing',
    changes: [
      {
        file: 'jobs/sync/open-run.ts',
        from: "    createsNew: facts.everythingAskedAt !== null || started.row.trigger === 'merchant',\n",
        to: '    createsNew: true,\n',
      },
    ],
    tests: ['test/jobs/set-up/trial.test.ts'],
  },
  {
    name: 'a run of the schedule does not count as the run that the merchant asks for',
    changes: [
      {
        file: 'server/actions/run-requests.ts',
        from: '    const open = endsSetUp ? null : await loadSameRequest(transaction, request);\n',
        to: '    void endsSetUp;\n    const open = await loadSameRequest(transaction, request);\n',
      },
    ],
    tests: ['test/jobs/set-up/trial.test.ts'],
  },
  {
    name: 'a trial creates at most ten products',
    changes: [
      {
        file: 'server/domain/set-up/pick-trial.ts',
        from: '[...sortedById(tried), ...bestFirst].slice(0, trialSize)',
        to: '[...sortedById(tried), ...bestFirst]',
      },
    ],
    tests: ['test/domain/set-up/pick-trial.test.ts', 'test/jobs/set-up/trial.test.ts'],
  },
  {
    name: 'a trial reads what its articles lack before it decides',
    changes: [
      {
        file: 'jobs/sync-catalogue.ts',
        from: "read.kind === 'trial' ? await chooseTrial(read) : read",
        to: 'read',
      },
    ],
    tests: ['test/jobs/set-up/trial.test.ts'],
  },
  {
    name: 'a trial counts what cannot be read over all its rounds',
    changes: [
      {
        file: 'jobs/sync/read/choose-trial.ts',
        from: 'await readDetails({...run, only: unread}, readArticle);',
        to: 'await readDetails({...run, only: unread});\n    void readArticle;',
      },
    ],
    tests: ['test/jobs/set-up/trial.test.ts'],
  },
  {
    name: 'a trial whose articles all give no reading asks for no others',
    changes: [
      {
        file: 'jobs/sync/read/choose-trial.ts',
        from: 'if (answered === 0 && unread.length > 1) {',
        to: 'if (answered < 0) {',
      },
    ],
    tests: ['test/jobs/set-up/trial.test.ts'],
  },
  {
    name: 'a trial takes nothing off sale',
    changes: [
      {
        file: 'jobs/sync-catalogue.ts',
        from: "  if (run.kind !== 'trial') await retireListings(run, list);\n",
        to: '  await retireListings(run, list);\n',
      },
    ],
    tests: ['test/jobs/set-up/trial.test.ts'],
  },
  {
    name: 'a trial that is not over is not asked for twice',
    changes: [
      {
        file: 'server/actions/ask-trial.ts',
        from: "last.state === 'queued' || last.state === 'running'",
        to: "last.state === 'running'",
      },
    ],
    tests: ['test/jobs/set-up/trial.test.ts'],
  },
];
