// Takes what browsers report about the page's policy. Anyone can post here, so a report is small, rate and lines are limited, and of its
// content only the directive and the blocked origin are logged: the addresses in it may carry tokens.
// https://www.w3.org/TR/CSP3/#reporting
import express, {type RequestHandler, Router} from 'express';
import {z} from 'zod';
import {minute} from '#domain/durations.ts';
import type {Deps} from '../deps.ts';
import {limitHeld, limitTime} from './limits/read-limits.ts';

export const reportPath = '/policy-reports';

const longestReport = '8kb';
/** Bytes of all unfinished reports together. */
const heldAtMost = 256 * 1024;
const reportsPerMinute = 300;
const linesPerMinute = 5;
/** Of one request: a browser sends several reports together. */
const mostReports = 20;

/** `report-uri` sends the first form, `report-to` a list of the second. */
const Old = z.object({
  'csp-report': z.object({'effective-directive': z.string(), 'blocked-uri': z.string().default('')}),
});
const New = z.object({
  type: z.literal('csp-violation'),
  body: z.object({effectiveDirective: z.string(), blockedURL: z.string().default('')}),
});

type Violation = {readonly directive: string; readonly blocked: string};

export function policyReportRoutes({metrics, log, now}: Pick<Deps, 'metrics' | 'log' | 'now'>): Router {
  const router = Router();
  const body = express.json({type: () => true, limit: longestReport, inflate: false});
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
  // The error handler of the app would log it.
  const unreadable: express.ErrorRequestHandler = (_error, _req, res, _next) => void res.status(400).end();
  router.post(reportPath, limitRate, limitTime(), limitHeld(heldAtMost), body, take, unreadable);
  return router;
}

function readReports(body: unknown): readonly Violation[] {
  const old = Old.safeParse(body);
  if (old.success) {
    const {'effective-directive': directive, 'blocked-uri': blocked} = old.data['csp-report'];
    return [toViolation(directive, blocked)];
  }
  return [body]
    .flat()
    .slice(0, mostReports)
    .flatMap((one) => {
      const report = New.safeParse(one);
      return report.success ? [toViolation(report.data.body.effectiveDirective, report.data.body.blockedURL)] : [];
    });
}

/** Those that the page's policy has, and what they are split into; another one counts as `other`. */
const directives = new Set([
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

/** What stands for a source that is no address: https://www.w3.org/TR/CSP3/#violation-resource */
const keywords = new Set(['inline', 'eval', 'wasm-eval', 'data', 'blob', 'self']);

const toViolation = (directive: string, blocked: string): Violation => ({
  directive: directives.has(directive) ? directive : 'other',
  blocked: keywords.has(blocked) ? blocked : originOf(blocked),
});

function originOf(address: string): string {
  const url = address.length <= 8_192 ? URL.parse(address) : null;
  if (url === null) return 'unknown';
  return (url.origin === 'null' ? url.protocol : url.origin).slice(0, 200);
}
