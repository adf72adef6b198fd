// What keeps a fulfilment request from being bought twice, left without an answer, or begun by a stranger.
import type {Guard} from './guard.ts';

const answer = 'server/domain/fulfilment-requests/answer-request.ts';
const answers = 'test/domain/fulfilment-requests/answers.test.ts';
const requests = 'test/jobs/requests/requests.test.ts';
const closing = 'server/domain/fulfilment-requests/close-unpaid.ts';
const closingTests = 'test/domain/fulfilment-requests/close-unpaid.test.ts';
const checked = 'jobs/requests/check-accepted.ts';
const unpaid = 'test/jobs/requests/unpaid-requests.test.ts';

export const requestGuards: readonly Guard[] = [
  {
    name: 'a request of which the supplier may have the order is not rejected',
    changes: [
      {
        file: answer,
        from: "    case 'unconfirmed':\n      return 'unknown';",
        to: "      return 'unknown';\n    case 'unconfirmed':\n      return 'never';",
      },
    ],
    tests: [answers],
  },
  {
    name: 'a request is answered after 20 hours at the latest',
    changes: [{file: answer, from: '>= answerLimitMs', to: '< 0'}],
    tests: [answers],
  },
  {
    name: 'what was accepted is still to be paid after its service ended, whatever was cancelled before',
    changes: [
      {file: 'server/domain/fulfilment-requests/request-end.ts', from: 'if (answer !== null) return null;', to: ''},
    ],
    tests: [closingTests],
  },
  {
    name: 'a line whose request was rejected is not sent by itself later',
    changes: [
      {
        file: 'server/domain/orders/plan-dropship.ts',
        from: 'times.afterRequest ?? null,\n    findTooManyPieces',
        to: 'findTooManyPieces',
      },
    ],
    tests: [requests],
  },
  {
    name: 'a fulfilment is requested in Shopify before its order is sent',
    changes: [
      {file: 'jobs/orders/place-dropship-order.ts', from: '  await submitRequest(deps, shop, open);\n', to: ''},
    ],
    tests: [requests],
  },
  {
    name: 'a fulfilment is closed only where every order of it is over',
    changes: [
      {file: closing, from: 'isClosedUnpaid(order) || isNeverToCome(order)', to: 'true || isNeverToCome(order)'},
    ],
    tests: [closingTests],
  },
  {
    name: 'an order that was closed while its outcome was unknown does not close its fulfilment',
    changes: [
      {file: closing, from: "order?.state === 'dismissed' && order.wasPlaced", to: "order?.state === 'dismissed'"},
    ],
    tests: [closingTests],
  },
  {
    name: 'whether an order was paid is asked only after the merchant’s days',
    changes: [{file: closing, from: '>= paymentDays * day', to: '>= 0'}],
    tests: [closingTests],
  },
  {
    name: 'the question whether it was paid stays until it is answered, seen or not',
    changes: [
      {
        file: 'server/domain/orders/flags.ts',
        from: "unansweredFlags = [...doNotPayFlags, 'unpaid_long']",
        to: 'unansweredFlags = [...doNotPayFlags]',
      },
    ],
    tests: ['test/http/orders/needs-you.test.ts'],
  },
  {
    name: 'the payment that was entered ends the question whether there was one',
    changes: [{file: 'server/actions/repeated-action.ts', from: 'withoutQuestion(flags)', to: 'flags'}],
    tests: [unpaid],
  },
  {
    name: 'a fulfilment that is being closed is read again before Shopify is asked for it again',
    changes: [
      {
        file: 'server/domain/fulfilment-requests/request-status.ts',
        from: "  if (shown.requestStatus === 'CLOSED') return 'closed';\n",
        to: '',
      },
    ],
    tests: [closingTests],
  },
  {
    name: 'the intent to close is stored before Shopify is asked',
    changes: [
      {
        file: checked,
        from: "if (!(await saveClosing(db, request, 'closing'))) return;",
        to: '',
      },
      {
        file: checked,
        from: "const closing = {...request, status: 'closing'} as const;",
        to: 'const closing = request;',
      },
    ],
    tests: [unpaid],
  },
  {
    name: 'an order placed again waits while the fulfilment of the one before is being closed',
    changes: [{file: 'jobs/requests/submit-request.ts', from: "status === 'closing' &&", to: "status === 'closed' &&"}],
    tests: [unpaid],
  },
  {
    name: 'the fulfilment of an order that was placed again is not closed',
    changes: [
      {
        file: checked,
        from: 'if (isGivenUp(await loadRequestedLines(deps, request, shown)))',
        to: "if (request.status === 'closing' || isGivenUp(await loadRequestedLines(deps, request, shown)))",
      },
      {
        file: checked,
        from: 'if (!isGivenUp(await loadRequestedLines(deps, closing, shown)))',
        to: 'if (closing === null)',
      },
    ],
    tests: [unpaid],
  },
  {
    name: 'a fulfilment that the merchant took away is noticed without its webhook',
    changes: [
      {
        file: 'jobs/requests/answer-requests.ts',
        from: '  await lookAtEach(deps, await loadAnsweredToCheck(db, shop, lookedBefore, checksPerJob));\n',
        to: '',
      },
    ],
    tests: [unpaid],
  },
  {
    name: 'a webhook about a moved or cancelled fulfilment has its request looked at',
    changes: [
      {file: 'jobs/webhooks/handle-delivery.ts', from: '    await lookAtOrder(deps, shop, order);\n', to: '    {}\n'},
    ],
    tests: [unpaid],
  },
  {
    name: 'the orders of a deleted service do not count as moved',
    changes: [{file: checked, from: "? 'moved' : 'closed'", to: "? 'moved' : 'moved'"}],
    tests: [unpaid],
  },
  {
    name: 'a fulfilment that the app is not shown stays accepted',
    changes: [
      {
        file: 'server/domain/fulfilment-requests/request-status.ts',
        from: "return isUnanswered(stored) ? 'closed' : stored === 'closing' ? 'accepted' : stored;",
        to: "return 'closed';",
      },
    ],
    tests: [closingTests],
  },
  {
    name: 'what Shopify refuses of an answer is stored for the order’s page',
    changes: [
      {
        file: 'jobs/requests/answer-requests.ts',
        from: '    await saveRefusal(db, request, {status, refused: toMerchantSentence(result)}, now());\n',
        to: '',
      },
    ],
    tests: [unpaid],
  },
  {
    name: 'a call about the fulfilment service without Shopify’s signature starts nothing',
    changes: [
      {
        file: 'server/http/webhooks/service-callback.ts',
        from: "!isSignedByShopify(shopify, body, req.get('x-shopify-hmac-sha256') ?? '')",
        to: 'false',
      },
    ],
    tests: ['test/http/service-callback.test.ts'],
  },
  {
    name: 'a call that was not answered is counted as failed',
    changes: [
      {
        file: 'server/http/webhooks/service-callback.ts',
        from: "isAnswered(res) ? 'answered' : 'failed'",
        to: "'answered'",
      },
    ],
    tests: ['test/http/fulfilment/service-calls.test.ts'],
  },
  {
    name: 'calls that could not be counted are counted later',
    changes: [
      {file: 'server/http/webhooks/count-calls.ts', from: '        for (const one of calls) add(one);\n', to: ''},
    ],
    tests: ['test/http/fulfilment/service-calls.test.ts'],
  },
  {
    name: 'a request that is made once more does not hide how the one before was answered',
    changes: [
      {
        file: 'server/db/fulfilment-services/requests.ts',
        from: 'from ended where ${isAnswer(request.status, status)}',
        to: 'from ended where false',
      },
    ],
    tests: ['test/db/fulfilment/service-figures.test.ts'],
  },
];
