// The subject and the text of each mail, in plain English: counts, amounts and times, and a link into the app. A mail is read on phones and
// passed on, so it never has what belongs to a buyer: no name, no address, no order number.
import type {SupplierApi} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {localTimeOf} from '#domain/local-days.ts';
import {euroText} from '#domain/money.ts';
import {eventOf, type MailTopic, mailEventSettings} from '#domain/settings/mail.ts';

/** What the texts are made from. */
export type MailFacts = {
  readonly shop: ShopDomain;
  readonly timeZone: string | null;
  readonly unpaidHours: number;
  /** What the merchant should pay: euro cents, without orders that are not priced. */
  readonly toPay: {readonly count: number; readonly cents: number; readonly oldestAt: Date | null};
  /** Orders that have been unpaid for `unpaidHours`. */
  readonly overdue: number;
  /** Orders that need the merchant otherwise. */
  readonly needsYou: number;
  /** Brakes that wait for a decision. */
  readonly brakes: number;
  readonly lastGoodNightAt: Date | null;
  /** The keys that the supplier refuses. */
  readonly refusedKeys: readonly SupplierApi[];
  /** Mails of earlier days that may not have arrived, the newest first. */
  readonly lost: readonly {readonly topic: MailTopic; readonly day: string}[];
};

export type MailText = {readonly subject: string; readonly text: string};

/** The addresses in a mail. `app`: that of a page of the app in the Shopify admin. */
export type MailLinks = {readonly app: (path: string) => string; readonly unsubscribe: string};

/** The mail about a topic; null: there is nothing to write. */
export function toMailText(topic: MailTopic, facts: MailFacts, links: MailLinks): MailText | null {
  const content = contents[topic](facts);
  if (content === null) return null;
  const {subject, lines, path} = content;
  return {
    subject: `Piecewise: ${subject}`,
    text: withFooter([...lines, '', `Open Piecewise: ${links.app(path)}`], facts.shop, links.unsubscribe),
  };
}

/** The mail with the link that confirms an address. */
export function toConfirmationText(
  shop: ShopDomain,
  {confirm, unsubscribe}: {readonly confirm: string; readonly unsubscribe: string},
): MailText {
  const lines = [
    `Somebody with access to the store ${shop} wants the mails of Piecewise to come to this address.`,
    '',
    'Confirm it within three days, with the button behind this link:',
    confirm,
    '',
    'If you do not know the store, do nothing: no other mail comes.',
  ];
  return {subject: 'Piecewise: confirm this address', text: withFooter(lines, shop, unsubscribe)};
}

/** Whole lines, then which store it is about and how to stop the mails. */
const withFooter = (lines: readonly string[], shop: ShopDomain, unsubscribe: string): string =>
  [...lines, '', '-- ', `Store: ${shop}`, `Stop all mails to this address: ${unsubscribe}`, ''].join('\n');

type Content = {readonly subject: string; readonly lines: readonly string[]; readonly path: string};

/** The mail about a refused key. @param stopped what it stops. */
const toKeyContent =
  (api: SupplierApi, stopped: (refused: readonly SupplierApi[]) => string) =>
  ({refusedKeys}: MailFacts): Content | null =>
    refusedKeys.includes(api)
      ? {
          subject: `the supplier refuses your ${api} key`,
          lines: [
            `The supplier no longer accepts your ${api} key.`,
            `Until you enter a new one, ${stopped(refusedKeys)}`,
          ],
          path: '/settings/connection',
        }
      : null;

const contents: Readonly<Record<MailTopic, (facts: MailFacts) => Content | null>> = {
  digest: toDigest,
  unpaid: ({overdue, unpaidHours, toPay, timeZone}) =>
    overdue === 0
      ? null
      : {
          subject: `${count(overdue, 'order')} unpaid for ${unpaidHours} hours`,
          lines: [
            `${count(overdue, 'order')} ${is(overdue)} unpaid at the supplier for ${unpaidHours} hours or more.`,
            ...(toPay.oldestAt === null ? [] : [`The oldest was sent ${shownTime(toPay.oldestAt, timeZone)}.`]),
            'The supplier ships only what is paid.',
          ],
          path: '/orders/pay',
        },
  key: toKeyContent(
    'catalogue',
    (refused) =>
      `updates read nothing new: products and prices stay as they are.${refused.includes('dropship') ? '' : ' Orders go on.'}`,
  ),
  dropship_key: toKeyContent(
    'dropship',
    () => 'orders wait, and products are not updated, because updates need this key too. No order is lost.',
  ),
  brake: ({brakes}) =>
    brakes === 0
      ? null
      : {
          subject: 'an update stopped at a large change',
          lines: [
            'An update found a change that is larger than usual, and did not carry it out.',
            'It waits until you release or refuse it.',
          ],
          path: '/decisions',
        },
  webhooks: () => ({
    subject: 'Shopify does not tell Piecewise about new orders',
    lines: [
      'Its messages (webhooks) about new orders do not arrive. Piecewise found the orders itself, some minutes later.',
      'No order is lost. If this stays, tell whoever runs Piecewise for you; Help shows which messages came last.',
    ],
    path: '/settings/help',
  }),
  night: ({lastGoodNightAt, timeZone}) => ({
    subject: 'the nightly update failed',
    lines: [
      lastGoodNightAt === null
        ? 'No update has read the whole catalogue yet.'
        : `The last update that read the whole catalogue ended ${shownTime(lastGoodNightAt, timeZone)}.`,
      'Prices and products in your store are as they were then. Updates says why.',
    ],
    path: '/runs',
  }),
};

function toDigest({toPay, needsYou, brakes, lost, timeZone}: MailFacts): Content | null {
  const parts = [
    ...(toPay.count === 0 ? [] : [`${toPay.count} to pay`]),
    ...(needsYou === 0 ? [] : [`${needsYou} need${needsYou === 1 ? 's' : ''} you`]),
    ...(brakes === 0 ? [] : [`${brakes} to decide`]),
  ];
  if (parts.length === 0 && lost.length === 0) return null;
  const oldest =
    toPay.oldestAt === null ? '' : `, the oldest sent ${shownTime(toPay.oldestAt, timeZone)} (time of your store)`;
  return {
    subject: parts.length === 0 ? 'mails that may be lost' : parts.join(', '),
    lines: [
      ...(toPay.count === 0 ? [] : [`To pay: ${count(toPay.count, 'order')}, ${euroText(toPay.cents)}${oldest}.`]),
      ...(needsYou === 0 ? [] : [`Needs you: ${count(needsYou, 'order')}.`]),
      ...(brakes === 0 ? [] : [`To decide: an update stopped at ${count(brakes, 'large change')}.`]),
      ...toLostLines(lost),
    ],
    path: '/',
  };
}

/** So many lost mails are named, the newest first. */
const mostNamed = 10;

function toLostLines(lost: MailFacts['lost']): readonly string[] {
  if (lost.length === 0) return [];
  const named = lost
    .slice(0, mostNamed)
    .map(({topic, day}) => `- ${shownDay(day)}: ${mailEventSettings[eventOf(topic)].label}`);
  const more = lost.length - named.length;
  return ['', 'These mails may not have arrived:', ...named, ...(more === 0 ? [] : [`and ${more} more`])];
}

const count = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
const is = (number: number): string => (number === 1 ? 'is' : 'are');

/** "on 15 Nov 2026 at 16:00", in the store's time zone. */
function shownTime(at: Date, timeZone: string | null): string {
  const [day = '', time = ''] = localTimeOf(timeZone ?? 'UTC', at).split(' ');
  return `on ${shownDay(day)} at ${time}`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC'});

/** @param day a day like "2026-11-15". */
const shownDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
