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
  isKeyRefused: false,
  areWebhooksSilent: false,
  lastGoodNightAt: ago(8),
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
    const wrong = {areWebhooksSilent: true, lastGoodNightAt: ago(26), brakeAt: ago(1), unpaidSince: ago(1)};
    expect(due(wrong)).toEqual(['unpaid', 'brake', 'webhooks', 'night']);
    expect(due({...wrong, events: ['brake']})).toEqual(['brake']);
    expect(due({...wrong, events: []})).toEqual([]);
  });

  test('about a refused key, and then not about the night that failed by it', () => {
    expect(due({isKeyRefused: true, lastGoodNightAt: ago(30)})).toEqual(['key']);
  });

  test('once a day about what lasts, also on the next day', () => {
    const earlier = mailed('key', 2);
    expect(due({isKeyRefused: true, earlier})).toEqual([]);
    expect(due({isKeyRefused: true, earlier, events: ['key']}, new Date(noon.getTime() + 13 * hour))).toEqual(['key']);
  });

  test('about a brake or an unpaid order only when it is newer than the last mail about one', () => {
    const yesterday = {day: '2026-11-15'};
    expect(due({brakeAt: ago(30), earlier: mailed('brake', 29, yesterday)})).toEqual([]);
    expect(due({brakeAt: ago(28), earlier: mailed('brake', 29, yesterday)})).toEqual(['brake']);
    expect(due({unpaidSince: ago(30), earlier: mailed('unpaid', 29, yesterday)})).toEqual([]);
    expect(due({unpaidSince: ago(1), earlier: mailed('unpaid', 29, yesterday)})).toEqual(['unpaid']);
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
    // In Auckland the same instant is the evening of a day whose summary is due since the morning.
    expect(dueMails({...quiet, earlier, timeZone: 'Pacific/Auckland'}, begins)).toEqual({
      day: '2026-11-16',
      due: ['digest'],
    });
    expect(dueMails({...quiet, earlier, timeZone: 'Not/AZone'}, begins).due).toEqual([]);
  });
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
  lost: [{event: 'brake', day: '2026-11-15'}],
};
const links = {app: (path: string) => `https://admin.example${path}`, unsubscribe: 'https://app.example/stop'};

describe('a mail says', () => {
  test('in the summary what waits, and which mails may be lost', () => {
    const mail = toMailText('digest', facts, links);
    expect(mail?.subject).toBe('Piecewise: 3 to pay, 1 needs you, 2 to decide');
    expect(mail?.text.split('\n')).toEqual([
      'To pay: 3 orders, EUR 123.45, the oldest sent on 15 Nov 2026 at 16:00 (time of your store).',
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
