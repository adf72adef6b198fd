// The rows of Home about webhooks that do not arrive or were given up, and what that means for orders.
import type {Overview} from '#contract/overview.ts';
import {hour} from '#domain/durations.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {age} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** Piecewise looks for orders every ten minutes; when its last look is older than this, it does not look. */
const stillLooksMs = hour;

type WebhookState = Pick<Overview, 'webhooks'>;

/** The row about order webhooks that do not arrive; null: they seem to arrive. */
export function silentWebhookMatter({webhooks}: WebhookState, now: Date): Matter | null {
  if (!webhooks.silent) return null;
  const {foundByReconciliation, reconciledAt, lastWebhookAt} = webhooks;
  const found = countNoun(foundByReconciliation, 'dropship order was', 'dropship orders were');
  const isLooking = reconciledAt !== null && now.getTime() - Date.parse(reconciledAt) < stillLooksMs;
  const last = lastWebhookAt === null ? 'None has come yet.' : `The last one came ${age(lastWebhookAt, now)} ago.`;
  return {
    key: 'silent',
    tone: 'warning',
    heading: 'Shopify does not tell Piecewise about new orders',
    sentences: isLooking
      ? [
          `Its messages do not arrive. ${last} ${found} found only because Piecewise looks for orders itself, every ten minutes; it last did ${age(reconciledAt, now)} ago.`,
          'Orders still come in, but later, and a cancellation may come to your notice too late: before you pay, look in your Shopify admin whether the order still stands. If this is still here tomorrow, tell whoever runs Piecewise for you that its webhooks do not arrive.',
        ]
      : [
          `Its messages do not arrive. ${last} Piecewise does not look for orders itself either: it should every ten minutes, and ${reconciledAt === null ? 'has not yet' : `last did ${age(reconciledAt, now)} ago`}.`,
          'New orders, changes and cancellations may be missing here: compare with the orders in your Shopify admin before you pay. Tell whoever runs Piecewise for you today that its workers stand still.',
        ],
    actions: [{kind: 'shopify', label: 'Open your orders in Shopify', href: 'shopify://admin/orders'}],
  };
}

/** The row about webhooks that were given up; null: there are none. The next failure has another key, so this row can be put away. */
export function failedWebhookMatter({webhooks}: WebhookState, now: Date): Matter | null {
  const {failed, lastFailure: last} = webhooks;
  if (failed === 0 || last === null) return null;
  const {subject, meaning} = topicTextOf(last.topic);
  const order = orderNumberOf(last);
  const which = failed === 1 ? 'It was' : 'The last one was';
  const href = `shopify://admin/orders/${order}`;
  return {
    key: `failed-${last.at}`,
    tone: 'warning',
    heading: `${countNoun(failed, 'message')} from Shopify could not be dealt with`,
    sentences: [`${which} about ${subject}, and was given up ${age(last.at, now)} ago.`, meaning],
    ...(last.reason === null ? {} : {details: last.reason}),
    actions: order === null ? [] : [{kind: 'shopify', label: 'Open the order in Shopify', href}],
    canBePutAway: true,
  };
}

/** What a webhook is about, and what it means if it was not handled. */
type TopicText = {readonly subject: string; readonly meaning: string};

const orderTopicText: TopicText = {
  subject: 'an order of your store',
  meaning:
    'What it says may be missing here: a new order, a payment, a cancellation or a refund. Open the order in your Shopify admin and compare it with the list under Orders before you pay.',
};

const storeTopicText: TopicText = {
  subject: 'your store itself',
  meaning:
    'Orders are not affected. If you changed the currency, the time zone or the permissions of Piecewise, it may still go by the old ones: tell whoever runs Piecewise for you.',
};

/** What a webhook is about, by the first part of its topic. */
const topicTexts: ReadonlyMap<string | undefined, TopicText> = new Map([
  ['orders', orderTopicText],
  ['refunds', orderTopicText],
  [
    'products',
    {
      subject: 'a product of your store',
      meaning:
        'Orders are not affected. Something you changed on a product may not be known here yet; the weekly comparison with your store finds it.',
    },
  ],
  [
    'customers',
    {
      subject: 'a buyer’s privacy request',
      meaning:
        'Orders are not affected, but the request was not carried out and has to be within thirty days: tell whoever runs Piecewise for you.',
    },
  ],
]);

/** What a webhook of this topic is about, and the consequence if it was not handled. */
const topicTextOf = (topic: string): TopicText => topicTexts.get(topic.split('/')[0]) ?? storeTopicText;

/** The order's number for the Shopify admin, if the webhook was about an order; otherwise null. */
const orderNumberOf = ({topic, resource}: NonNullable<Overview['webhooks']['lastFailure']>): string | null =>
  /^(orders|refunds)\//.test(topic) ? (/^gid:\/\/shopify\/Order\/(\d+)$/.exec(resource ?? '')?.[1] ?? null) : null;
