// A server that fails: too many requests, a failure in words, an unexpected one.
import type {RequestHandler} from 'express';

export const tooMany = 'Too many requests from your store are waiting. Try again in a few seconds.';

type Trouble = {
  /** While true, the server answers everything with an error of its own. */
  broken?: boolean | 'unexpectedly';
  /** So many more reads are answered with 429, to be repeated after a second. */
  refusals?: number;
  /** So many more actions are answered in the same way. */
  refusedActions?: number;
};

/** Answers in place of the routes while a test wants the server to fail. */
export const inTrouble =
  (answers: Trouble): RequestHandler =>
  (request, response, next) => {
    const refused = request.method === 'GET' ? 'refusals' : 'refusedActions';
    const left = answers[refused] ?? 0;
    if (left > 0) {
      answers[refused] = left - 1;
      response
        .status(429)
        .set('retry-after', '1')
        .json({error: {code: 'too_many_requests', message: tooMany}});
      return;
    }
    if (answers.broken === 'unexpectedly') {
      const error = {code: 'internal', message: 'Something went wrong on our side.'};
      response.status(500).set('x-request-id', 'request-4711-aaaaaa').json({error});
      return;
    }
    if (answers.broken !== true) return next();
    response.status(503).json({error: {code: 'supplier_unavailable', message: 'The database is being moved.'}});
  };
