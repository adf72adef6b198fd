// What keeps the app working for whoever operates it: each guard as the change that removes it.
import type {Guard} from './guard.ts';

const deadWorker = 'test/jobs/dead-worker.test.ts';

export const operationGuards: readonly Guard[] = [
  {
    name: 'a server that is no longer the primary loses the connection',
    changes: [
      {
        file: 'server/queue/redis-connection.ts',
        from: 'notPrimaryPattern.test(error.message)',
        to: "notPrimaryPattern.test(error.message) && error.message === ''",
      },
    ],
    tests: ['test/queue/failover.test.ts'],
  },
  {
    name: 'a connection sets how dates are written',
    changes: [{file: 'server/db/connection/session-settings.ts', from: "  DateStyle: 'ISO, MDY',\n", to: ''}],
    tests: ['test/db/session-settings.test.ts'],
  },
  {
    name: 'a run that was to stop is ended by whoever looks next when its worker died',
    changes: [
      {
        file: 'jobs/schedule/resume-runs.ts',
        from: 'await endStoppedRuns(db, now())',
        to: '(await endStoppedRuns(db, new Date(0)))',
      },
    ],
    tests: [deadWorker],
  },
  {
    name: 'a run whose worker died is enqueued again after its lease',
    changes: [
      {
        file: 'jobs/schedule/resume-runs.ts',
        from: 'await loadDeadRuns(db, now())',
        to: 'await loadDeadRuns(db, new Date(0))',
      },
    ],
    tests: [deadWorker],
  },
  {
    name: 'leases of a dead process are void at the start of the embedded database',
    changes: [
      {
        file: 'server/deps.ts',
        from: "if (database.engine === 'pglite') await voidClaims",
        to: 'if (now === null) await voidClaims',
      },
    ],
    tests: ['test/db/void-claims.test.ts'],
  },
  {
    name: 'jobs of a dead process are free at the start of the embedded database',
    changes: [
      {file: 'server/queue/backend.ts', from: '  await requeueActiveJobs(pool);\n', to: '  void requeueActiveJobs;\n'},
    ],
    tests: ['test/db/void-claims.test.ts'],
  },
  {
    name: 'readiness reads a date back',
    changes: [
      {
        file: 'server/http/health.ts',
        from: 'if (at?.getTime() !== now.getTime()) throw',
        to: 'if (at === undefined) throw',
      },
    ],
    tests: ['test/http/operator.test.ts'],
  },
  {
    name: 'each scrape checks what is missing',
    changes: [
      {
        file: 'server/http/health.ts',
        from: '    await succeedsWithin(check(), metricsCheckLimitMs);\n',
        to: '    void [check, metricsCheckLimitMs];\n',
      },
    ],
    tests: ['test/http/operator.test.ts'],
  },
  {
    name: 'a web process is ready without its queue',
    changes: [
      {
        file: 'server/http/health.ts',
        from: 'return {ok, missing: [...(ok',
        to: 'return {ok: ok && reachesQueue, missing: [...(ok',
      },
    ],
    tests: ['test/http/outages.test.ts'],
    onPostgres: true,
  },
  {
    name: 'a mail is claimed before it is sent',
    changes: [
      {
        file: 'jobs/mail/send-mails.ts',
        from: '    if (attempts === null) continue;\n',
        to: '',
      },
    ],
    tests: ['test/mail/sent-mails.test.ts'],
  },
  {
    name: 'following the link in a mail confirms nothing',
    changes: [
      {
        file: 'server/http/mail-links.ts',
        from: 'router.post(mailLinkPaths[link]',
        to: 'router.all(mailLinkPaths[link]',
      },
      {file: 'server/http/mail-links.ts', from: 'router.get(mailLinkPaths[link]', to: 'router.put(mailLinkPaths[link]'},
    ],
    tests: ['test/mail/mail-page.test.ts'],
  },
  {
    name: 'a mail whose text was on its way may have been taken',
    changes: [{file: 'server/mail/mailer.ts', from: "phase === 'text' ? ", to: "phase === 'envelope' ? "}],
    tests: ['test/mail/mailer.test.ts'],
  },
  {
    name: 'an address that the mail server refuses gets no more mails',
    changes: [
      {file: 'server/mail/mailer.ts', from: "isFinal && error.command === 'RCPT TO'", to: 'isFinal && code >= 900'},
    ],
    tests: ['test/mail/mailer.test.ts', 'test/mail/mail-page.test.ts'],
  },
  {
    name: 'a mail is begun only for the address that was read',
    changes: [{file: 'server/db/mail/mails.ts', from: ' and m.unsubscribe_digest = ${contactDigest}', to: ''}],
    tests: ['test/mail/sent-mails.test.ts', 'test/mail/mail-links.test.ts'],
  },
  {
    name: 'links to confirm an address are limited',
    changes: [{file: 'server/http/api/mail/mail.ts', from: 'await limitLinks(deps, shop, contact.address);', to: ''}],
    tests: ['test/mail/mail-page.test.ts'],
  },
  {
    name: 'only wrong links in mails are limited',
    changes: [
      {file: 'server/http/mail-links.ts', from: 'shop === null ? await rateLimits', to: 'true ? await rateLimits'},
    ],
    tests: ['test/mail/mail-links.test.ts'],
  },
  {
    name: 'one address at which the mail server hangs holds up no other',
    changes: [{file: 'server/mail/rests.ts', from: 'silentAt.size > 1', to: 'silentAt.size > 0'}],
    tests: ['test/mail/slow-server.test.ts'],
  },
  {
    name: 'a mail that the server was not given costs no try',
    changes: [
      {
        file: 'server/db/mail/mails.ts',
        from: "outcome.kind === 'unreachable' ? attempts - 1 : attempts",
        to: 'attempts',
      },
    ],
    tests: ['test/mail/slow-server.test.ts'],
  },
];
