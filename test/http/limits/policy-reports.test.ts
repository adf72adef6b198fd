// What browsers report about the page's policy. The door stands open to strangers.
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {createLog} from '../../../server/log.ts';
import {createClock} from '../../support/clock.ts';
import {ask} from '../asking.ts';
import {type BareApp, openBareApp} from '../bare-app.ts';

const logged: string[] = [];
const log = createLog('info', {write: (line) => void logged.push(line)});
const clock = createClock();
const secret = 'id_token=secret-of-the-merchant';
const blocked = `https://evil.example/x.js?${secret}`;
const inNewForm = (body: object = {}) => ({
  type: 'csp-violation',
  url: `https://app.example/?${secret}`,
  body: {
    effectiveDirective: 'script-src-elem',
    blockedURL: blocked,
    documentURL: `https://app.example/?${secret}`,
    ...body,
  },
});

describe('reports about the policy of the page', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp({}, (deps) => ({...deps, now: clock.now}), {log});
  });
  beforeEach(() => {
    clock.turn(61_000);
    logged.length = 0;
  });
  afterAll(() => app.close());

  const report = (body: unknown) =>
    ask(`${app.url}/policy-reports`, {
      method: 'POST',
      headers: {'content-type': 'application/reports+json'},
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const count = async (directive: string): Promise<number> => {
    const {text} = await ask(`${app.url}/metrics`);
    return Number(new RegExp(`policy_reports_total{directive="${directive}"} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const lines = () => logged.filter((line) => line.includes('a browser reports'));

  it('are asked for by the page itself, in both ways that browsers know', async () => {
    const {headers} = await ask(`${app.url}/?shop=one.myshopify.com`);
    expect(headers['reporting-endpoints']).toBe('policy="/policy-reports"');
    expect(headers['content-security-policy-report-only']).toMatch(/report-to policy; report-uri \/policy-reports$/);
  });

  it('are counted in both forms, and logged with the directive and the origin alone', async () => {
    const before = await count('script-src-elem');
    expect((await report([inNewForm(), inNewForm({blockedURL: 'inline'})])).status).toBe(204);
    const old = {
      'effective-directive': 'script-src-elem',
      'blocked-uri': blocked,
      'document-uri': `https://a/?${secret}`,
    };
    expect((await report({'csp-report': old})).status).toBe(204);
    expect((await count('script-src-elem')) - before).toBe(3);
    expect(lines()).toHaveLength(3);
    expect(lines()[0]).toContain('"blocked":"https://evil.example"');
    expect(lines()[1]).toContain('"blocked":"inline"');
    expect(logged.join('')).not.toContain('secret-of-the-merchant');
  });

  it('fill neither the log nor the figures, whatever a stranger makes up', async () => {
    const strange = [
      '[',
      '"x"',
      'null',
      '{}',
      {'csp-report': 7},
      [inNewForm({effectiveDirective: 'made-up\n{"level":50}', blockedURL: `data:${secret}`})],
      Array.from({length: 30}, () => inNewForm({effectiveDirective: 'x', blockedURL: 'no address'})),
    ];
    for (const body of strange) expect([204, 400]).toContain((await report(body)).status);
    for (let index = 0; index < 20; index += 1) await report([inNewForm()]);
    expect(lines()).toHaveLength(5);
    expect(logged).toHaveLength(5);
    const {text} = await ask(`${app.url}/metrics`);
    expect(text).not.toContain('made-up');
    expect(logged.join('')).not.toContain('secret-of-the-merchant');
  });

  it('have a size and a rate', async () => {
    expect((await report(JSON.stringify([inNewForm({sample: 'x'.repeat(9_000)})]))).status).toBe(400);
    const statuses = new Map<number, number>();
    for (let index = 0; index < 310; index += 1) {
      const {status} = await report([inNewForm()]);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(204)).toBe(299);
    expect(statuses.get(429)).toBe(11);
    expect(lines()).toHaveLength(5);
  });
});
