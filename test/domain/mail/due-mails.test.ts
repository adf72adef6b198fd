// Which mails a shop is due, and what they say.
import {describe, expect, test} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {toAppLink} from '#domain/mail/app-link.ts';
import {dueMails, type EarlierMail, type MailReasons} from '#domain/mail/due-events.ts';
import {retryAt} from '#domain/mail/mail-outcome.ts';
import {type MailFacts, toMailText} from '#domain/mail/mail-texts.ts';
import {startDelayMinutes} from '#domain/nightly-start.ts';
import {mailEvents} from '#domain/settings/mail.ts';

const shop = ShopDomain.parse('one.myshopify.com');
/** 12:00 in Berlin. */
const noon = new Date('2026-11-16T11:00:00Z');
const hour = 3_600_000;
const ago = (hours: number) => new Date(noon.getTime() - hours * hour);

const quiet: MailReasons = {
  shop,
  timeZone: 'Europe/Berlin',
  events: mailEvents,
  unpaidHours: 12,
  confirmedAt: ago(100),
  refusedKeys: [],
  webhookMissedAt: null,
  lastGoodNightAt: ago(8),
  hasNightFailed: false,
  isNightOpen: false,
  brakeAt: null,
  unpaidSince: null,
  earlier: [{event: 'digest', day: '2026-11-16', mayBeSent: true, claimedAt: ago(5), retryAt: null}],
};
const due = (reasons: Partial<MailReasons>, now = noon) => dueMails({...quiet, ...reasons}, now).due;
const mailed = (
  event: EarlierMail['event'],
  hours: number,
  rest: Partial<EarlierMail> = {},
): MailReasons['earlier'] => [
  ...quiet.earlier,
  {event, day: '2026-11-16', mayBeSent: true, claimedAt: ago(hours), retryAt: null, ...rest},
];

describe('a mail is due', () => {
  test('about nothing where nothing is wrong', () => {
    expect(due({})).toEqual([]);
  });

  test('about each thing that is wrong, and only if it was chosen', () => {
    const night = {lastGoodNightAt: ago(26), hasNightFailed: true};
    const wrong = {...night, webhookMissedAt: ago(1), brakeAt: ago(1), unpaidSince: ago(1)};
    expect(due(wrong)).toEqual(['unpaid', 'brake', 'webhooks', 'night']);
    expect(due({...wrong, events: ['brake']})).toEqual(['brake']);
    expect(due({...wrong, events: []})).toEqual([]);
  });

  test('about a refused key, and about the night that failed by it only where that mail does not come or says nothing of it', () => {
    const failed = {lastGoodNightAt: ago(30), hasNightFailed: true};
    expect(due({...failed, refusedKeys: ['catalogue']})).toEqual(['key']);
    expect(due({...failed, refusedKeys: ['catalogue'], events: ['night']})).toEqual(['night']);
    expect(due({...failed, refusedKeys: ['dropship']})).toEqual(['key', 'night']);
  });

  test('about a night that failed, not about one that goes on, or whose start was moved', () => {
    const late = {lastGoodNightAt: ago(27)};
    expect(due({...late, hasNightFailed: true})).toEqual(['night']);
    expect(due({...late, hasNightFailed: true, isNightOpen: true})).toEqual([]);
    expect(due(late)).toEqual([]);
    expect(due({lastGoodNightAt: ago(25), hasNightFailed: true})).toEqual([]);
    expect(due({lastGoodNightAt: null, hasNightFailed: true})).toEqual([]);
    // Nothing made up for it in another day.
    expect(due({lastGoodNightAt: ago(50)})).toEqual(['night']);
  });

  test('once a day about what lasts, also on the next day', () => {
    const earlier = mailed('key', 2);
    expect(due({refusedKeys: ['dropship'], earlier})).toEqual([]);
    expect(due({refusedKeys: ['dropship'], earlier, events: ['key']}, new Date(noon.getTime() + 13 * hour))).toEqual([
      'key',
    ]);
  });

  test('about a brake, an unpaid order or a missed webhook only when it is newer than the last mail about one, however old both are', () => {
    const yesterday = {day: '2026-11-15'};
    expect(due({brakeAt: ago(30), earlier: mailed('brake', 29, yesterday)})).toEqual([]);
    expect(due({brakeAt: ago(28), earlier: mailed('brake', 29, yesterday)})).toEqual(['brake']);
    expect(due({unpaidSince: ago(30), earlier: mailed('unpaid', 29, yesterday)})).toEqual([]);
    expect(due({unpaidSince: ago(1), earlier: mailed('unpaid', 29, yesterday)})).toEqual(['unpaid']);
    const longAgo = {day: '2026-09-15'};
    for (const [event, name] of [
      ['unpaid', 'unpaidSince'],
      ['brake', 'brakeAt'],
      ['webhooks', 'webhookMissedAt'],
    ] as const) {
      expect(due({[name]: ago(1_500), earlier: mailed(event, 1_499, longAgo)})).toEqual([]);
      expect(due({[name]: ago(1_500), earlier: mailed(event, 1_501, longAgo)})).toEqual([event]);
      expect(due({[name]: ago(1_500)})).toEqual([event]);
    }
    expect(due({unpaidSince: ago(30), earlier: mailed('unpaid', 29, {...yesterday, mayBeSent: false})})).toEqual([
      'unpaid',
    ]);
  });

  test('again on the same day only when the server did not take it, and its time has come', () => {
    const failed = (retry: Date | null) => mailed('brake', 1, {mayBeSent: false, retryAt: retry});
    expect(due({brakeAt: ago(2), earlier: failed(null)})).toEqual([]);
    expect(due({brakeAt: ago(2), earlier: failed(new Date(noon.getTime() + 1))})).toEqual([]);
    expect(due({brakeAt: ago(2), earlier: failed(noon)})).toEqual(['brake']);
  });

  test('as a summary from seven in the morning of the store’s day, spread over an hour', () => {
    const begins = new Date(Date.parse('2026-11-16T06:00:00Z') + startDelayMinutes(shop) * 60_000);
    const earlier: MailReasons['earlier'] = [];
    expect(due({earlier}, new Date(begins.getTime() - 1))).toEqual([]);
    expect(due({earlier}, begins)).toEqual(['digest']);
    // Who confirms the address after that reads the first one on the next morning.
    expect(due({earlier, confirmedAt: new Date(begins.getTime() - 60_000)}, begins)).toEqual(['digest']);
    expect(due({earlier, confirmedAt: begins}, noon)).toEqual([]);
    expect(due({earlier, confirmedAt: begins}, new Date(begins.getTime() + 24 * hour))).toEqual(['digest']);
    // In Auckland the same instant is the evening of a day whose summary is due since the morning.
    expect(dueMails({...quiet, earlier, timeZone: 'Pacific/Auckland'}, begins)).toEqual({
      day: '2026-11-16',
      due: ['digest'],
    });
    expect(dueMails({...quiet, earlier, timeZone: 'Not/AZone'}, begins).due).toEqual([]);
  });
});

test('a mail that the server was not given is tried again soon, however often that was', () => {
  for (const attempts of [1, 6, 60])
    expect(retryAt({kind: 'unreachable', said: ''}, attempts, noon)).toEqual(new Date(noon.getTime() + 120_000));
});

test('a mail that was not sent is tried again less and less often, and not for ever; one that may have arrived never', () => {
  const later = {kind: 'not_sent', said: '', isFinal: false} as const;
  const minutes = [1, 2, 3, 4, 5].map(
    (attempts) => ((retryAt(later, attempts, noon)?.getTime() ?? 0) - noon.getTime()) / 60_000,
  );
  expect(minutes).toEqual([5, 10, 20, 40, 80]);
  expect(retryAt(later, 6, noon)).toBeNull();
  expect(retryAt({...later, isFinal: true}, 1, noon)).toBeNull();
  for (const kind of ['unknown', 'address_refused'] as const) expect(retryAt({kind, said: ''}, 1, noon)).toBeNull();
});

const facts: MailFacts = {
  shop,
  timeZone: 'Europe/Berlin',
  unpaidHours: 12,
  toPay: {count: 3, cents: 12_345, oldestAt: ago(20)},
  overdue: 1,
  needsYou: 1,
  brakes: 2,
  lastGoodNightAt: ago(30),
  refusedKeys: ['dropship'],
  lost: [{event: 'brake', day: '2026-11-15'}],
};
const links = {app: (path: string) => `https://admin.example${path}`, unsubscribe: 'https://app.example/stop'};

describe('a mail says', () => {
  test('in the summary what waits, and which mails may be lost', () => {
    const mail = toMailText('digest', facts, links);
    expect(mail?.subject).toBe('Piecewise: 3 to pay, 1 needs you, 2 to decide');
    expect(mail?.text.split('\n')).toEqual([
      'To pay: 3 orders, €123.45, the oldest sent on 15 Nov 2026 at 16:00 (time of your store).',
      'Needs you: 1 order.',
      'To decide: an update stopped at 2 large changes.',
      '',
      'These mails may not have arrived:',
      '- 15 Nov 2026: An update stopped at a large change',
      '',
      'Open Piecewise: https://admin.example/',
      '',
      '-- ',
      'Store: one.myshopify.com',
      'Stop all mails to this address: https://app.example/stop',
      '',
    ]);
  });

  test('which mails may be lost, and how many more there are', () => {
    const lost = Array.from({length: 12}, (_, index) => ({event: 'key' as const, day: `2026-11-${20 - index}`}));
    const text = toMailText('digest', {...facts, lost}, links)?.text ?? '';
    expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(10);
    expect(text).toContain('- 11 Nov 2026: The supplier refuses a key\nand 2 more\n');
  });

  test('which key the supplier refuses, and what that stops', () => {
    const mail = (refusedKeys: MailFacts['refusedKeys']) => toMailText('key', {...facts, refusedKeys}, links);
    expect(mail(['catalogue'])?.subject).toBe('Piecewise: the supplier refuses your catalogue key');
    expect(mail(['catalogue'])?.text).toContain('prices stay as they are. Orders go on.');
    expect(mail(['dropship'])?.text).toMatch(/your dropship key\.\nUntil you enter a new one, orders wait/);
    expect(mail(['catalogue', 'dropship'])?.subject).toBe(
      'Piecewise: the supplier refuses your catalogue and dropship keys',
    );
    expect(mail([])).toBeNull();
  });

  test('nothing where nothing waits', () => {
    const nothing = {
      ...facts,
      toPay: {count: 0, cents: 0, oldestAt: null},
      overdue: 0,
      needsYou: 0,
      brakes: 0,
      lost: [],
    };
    expect(['digest', 'unpaid', 'brake'].map((event) => toMailText(event as 'digest', nothing, links))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test.each(mailEvents)('about %s where to go, on a page of the app', (event) => {
    const mail = toMailText(event, facts, links);
    expect(mail?.subject).toMatch(/^Piecewise: [^\n]{5,80}$/);
    expect(mail?.text).toMatch(/Open Piecewise: https:\/\/admin\.example\//);
    expect(mail?.text).toContain(links.unsubscribe);
  });
});

test('a link into the app leads to the store’s admin, and with the stand-in to its frame', () => {
  const apiKey = 'the-key';
  expect(toAppLink(shop, '/orders/pay', {apiKey, origin: null})).toBe(
    'https://admin.shopify.com/store/one/apps/the-key/orders/pay',
  );
  expect(toAppLink(shop, '/', {apiKey, origin: 'http://127.0.0.1:4000'})).toBe('http://127.0.0.1:4000/admin/one');
});
