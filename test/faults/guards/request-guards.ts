// What keeps a fulfilment request from being bought twice, left without an answer, or begun by a stranger.
import type {Guard} from './guard.ts';

const answer = 'server/domain/fulfilment-requests/answer-request.ts';
const answers = 'test/domain/fulfilment-requests/answers.test.ts';
const requests = 'test/jobs/requests/requests.test.ts';

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
    name: 'a line whose request was rejected is not sent by itself later',
    changes: [
      {
        file: 'server/domain/orders/plan-dropship.ts',
        from: 'requestEnd == null ? null : toFixedReason(`request_${requestEnd}`),',
        to: 'requestEnd == null ? null : null,',
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
