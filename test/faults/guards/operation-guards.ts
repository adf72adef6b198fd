// What keeps the app working for whoever operates it: each guard as the change that removes it.
import type {Guard} from './guard.ts';

export const operationGuards: readonly Guard[] = [
  {
    name: 'a server that is no longer the primary loses the connection',
    changes: [
      {
        file: 'server/queue/redis-connection.ts',
        from: 'isNoPrimary.test(error.message)',
        to: "isNoPrimary.test(error.message) && error.message === ''",
      },
    ],
    tests: ['test/queue/failover.test.ts'],
  },
];
