// Receives browsers' reports about the page's content security policy. Anyone can post here, so reports are small, their rate and log lines
// are limited, and only the directive and the blocked origin are logged: the addresses in a report may carry tokens.
// https://www.w3.org/TR/CSP3/#reporting
import express, {type RequestHandler, Router} from 'express';
import {z} from 'zod';
import {minute} from '#domain/durations.ts';
import type {Deps} from '../deps.ts';
import {limitBodyTime, limitHeldBytes} from './limits/read-limits.ts';

export const reportPath = '/policy-reports';

/** The largest body that is read. */
const largestReport = '8kb';
/** Bytes of all unfinished reports together. */
const mostHeldBytes = 256 * 1024;
/** How many requests with reports are read each minute; the others get 429. */
const reportsPerMinute = 300;
/** How many violations are logged each minute. */
const linesPerMinute = 5;
/** Reports that are read from one request; a browser sends several together. */
const mostReportsPerRequest = 20;

/** `report-uri` sends one `ReportUriBody`; `report-to` sends a list of `ReportToEntry`. */
const ReportUriBody = z.object({
  'csp-report': z.object({'effective-directive': z.string(), 'blocked-uri': z.string().default('')}),
});
const ReportToEntry = z.object({
  type: z.literal('csp-violation'),
  body: z.object({effectiveDirective: z.string(), blockedURL: z.string().default('')}),
});

/** What the page's policy blocks: the directive, and the origin or keyword of the blocked source. */
type Violation = {readonly directive: string; readonly blocked: string};

export function policyReportRoutes({metrics, log, now}: Pick<Deps, 'metrics' | 'log' | 'now'>): Router {
  const router = Router();
  const body = express.json({type: () => true, limit: largestReport, inflate: false});
  let windowStart = Number.NEGATIVE_INFINITY;
  let taken = 0;
  let written = 0;

  const limitRate: RequestHandler = (_req, res, next) => {
    const at = now().getTime();
    if (at - windowStart >= minute || at < windowStart) {
      windowStart = at;
      taken = 0;
      written = 0;
    }
    taken += 1;
    if (taken <= reportsPerMinute) next();
    else res.status(429).set({'retry-after': '60', connection: 'close'}).end();
  };
  const take: RequestHandler = (req, res) => {
    for (const violation of readReports(req.body)) {
      metrics.countPolicyReport(violation.directive);
      written += 1;
      if (written <= linesPerMinute)
        log.warn(violation, 'a browser reports that the policy of the page blocks something');
    }
    res.status(204).end();
  };
  // Answers 400 to a body that cannot be read, without a log line.
  const unreadable: express.ErrorRequestHandler = (_error, _req, res, _next) => void res.status(400).end();
  router.post(reportPath, limitRate, limitBodyTime(), limitHeldBytes(mostHeldBytes), body, take, unreadable);
  return router;
}

/** The violations in a body of either form; empty if the body has neither. */
function readReports(body: unknown): readonly Violation[] {
  const old = ReportUriBody.safeParse(body);
  if (old.success) {
    const {'effective-directive': directive, 'blocked-uri': blocked} = old.data['csp-report'];
    return [toViolation(directive, blocked)];
  }
  return [body]
    .flat()
    .slice(0, mostReportsPerRequest)
    .flatMap((one) => {
      const report = ReportToEntry.safeParse(one);
      return report.success ? [toViolation(report.data.body.effectiveDirective, report.data.body.blockedURL)] : [];
    });
}

/** The directives of the page's policy and their sub-directives; a report about any other directive counts as `other`. */
const knownDirectives = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
]);

/** Values of a blocked source that are keywords and not addresses: https://www.w3.org/TR/CSP3/#violation-resource */
const sourceKeywords = new Set(['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self']);

/** A violation with only the known directive and the origin or keyword, because addresses may carry tokens. */
const toViolation = (directive: string, blocked: string): Violation => ({
  directive: knownDirectives.has(directive) ? directive : 'other',
  blocked: sourceKeywords.has(blocked) ? blocked : originOf(blocked),
});

/** The origin of an address, or its scheme if it has no origin; at most 200 characters. `unknown`: it is no address, or too long. */
function originOf(address: string): string {
  const url = address.length <= 8_192 ? URL.parse(address) : null;
  if (url === null) return 'unknown';
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 200);
}
