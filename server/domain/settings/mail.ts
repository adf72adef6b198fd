// The settings of the mails, each described once: the address, the events that are written about, and when an order counts as unpaid for
// long. They are stored apart from the shop's other settings, with the address sealed (`server/db/mail`).
import {type SettingDescriptions, toRange} from '#domain/settings/describe.ts';

/** What mails are written about, by the name of its switch. */
export const mailEventSettings = {
  digest: {
    kind: 'switch',
    default: false,
    label: 'A summary each morning',
    details:
      'What is to pay, what needs you and what an update stopped at. Nothing waits: no mail. It begins on the morning after the address is confirmed.',
  },
  unpaid: {kind: 'switch', default: false, label: 'An order is unpaid for long'},
  key: {kind: 'switch', default: false, label: 'The supplier refuses a key'},
  brake: {kind: 'switch', default: false, label: 'An update stopped at a large change'},
  webhooks: {
    kind: 'switch',
    default: false,
    label: 'Shopify does not tell Piecewise about new orders',
    details: 'Piecewise then finds them itself, some minutes later.',
  },
  night: {kind: 'switch', default: false, label: 'A nightly update failed'},
} as const satisfies SettingDescriptions;

/** All settings of the mails. */
export const mailSettings = {
  mailAddress: {
    kind: 'email',
    default: null,
    label: 'Send mails to',
    details: 'Empty: no mails. A new address gets a link that confirms it first.',
  },
  ...mailEventSettings,
  unpaidHours: {
    kind: 'number',
    default: 12,
    range: toRange(1, 168, ' hours (a week)'),
    isWhole: true,
    unit: 'hours',
    notNumber: 'Enter whole hours, such as 12.',
    label: 'Hours until an order is unpaid for long',
  },
} as const satisfies SettingDescriptions;

export type MailEvent = keyof typeof mailEventSettings;

const isMailEvent = (name: string): name is MailEvent => Object.hasOwn(mailEventSettings, name);

/** Every event, in the order of the page. */
export const mailEvents: readonly MailEvent[] = Object.keys(mailEventSettings).filter(isMailEvent);

/** What one mail is about. `key` is the catalogue key: each refused key has a mail of its own, since it stops something else. */
export type MailTopic = MailEvent | 'dropship_key';
export const mailTopics: readonly MailTopic[] = mailEvents.flatMap((event) =>
  event === 'key' ? [event, 'dropship_key'] : [event],
);

/** The event by which the merchant chose the mail. */
export const eventOf = (topic: MailTopic): MailEvent => (topic === 'dropship_key' ? 'key' : topic);
