// Webhooks that do not arrive, or were given up: what that means for orders.
import type {Overview} from '#contract/overview.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {age} from '../../text/format.ts';
import {counted} from '../../text/words.ts';

type WebhookFacts = Pick<Overview, 'webhooks'>;

export function silentWebhookMatter({webhooks}: WebhookFacts, now: Date): Matter | null {
  if (!webhooks.silent) return null;
  const {foundByReconciliation, reconciledAt, lastWebhookAt} = webhooks;
  const found = counted(foundByReconciliation, 'dropship order was', 'dropship orders were');
  const lastLook = reconciledAt === null ? '' : `; it last did ${age(reconciledAt, now)} ago`;
  const last = lastWebhookAt === null ? 'None has come yet.' : `The last one came ${age(lastWebhookAt, now)} ago.`;
  return {
    key: 'silent',
    tone: 'warning',
    heading: 'Shopify does not tell Piecewise about new orders',
    sentences: [
      `Its messages do not arrive. ${last} ${found} found only because Piecewise looks for orders itself, every ten minutes${lastLook}.`,
      'Orders still come in, but later, and a cancellation may come to your notice too late: before you pay, look in your Shopify admin whether the order still stands. If this is still here tomorrow, tell whoever runs Piecewise for you that its webhooks do not arrive.',
    ],
    actions: [{kind: 'shopify', label: 'Open your orders in Shopify', href: 'shopify://admin/orders'}],
  };
}

export function failedWebhookMatter({webhooks}: WebhookFacts, now: Date): Matter | null {
  const {failed, lastFailure: last} = webhooks;
  if (failed === 0 || last === null) return null;
  const {about, meaning} = aboutOf(last.topic);
  const order = orderIn(last);
  const which = failed === 1 ? 'It was' : 'The last one was';
  const reason = last.reason === null ? '' : ` The reason: ${last.reason}`;
  const href = `shopify://admin/orders/${order}`;
  return {
    key: `failed-${last.at}`,
    tone: 'warning',
    heading: `${counted(failed, 'message')} from Shopify could not be dealt with`,
    sentences: [`${which} about ${about}, and was given up ${age(last.at, now)} ago.${reason}`, meaning],
    actions: order === null ? [] : [{kind: 'shopify', label: 'Open the order in Shopify', href}],
    canBePutAway: true,
  };
}

type About = {readonly about: string; readonly meaning: string};

const anOrder: About = {
  about: 'an order of your store',
  meaning:
    'What it says may be missing here: a new order, a payment, a cancellation or a refund. Open the order in your Shopify admin and compare it with the list under Orders before you pay.',
};

const theStore: About = {
  about: 'your store itself',
  meaning:
    'Orders are not affected. If you changed the currency, the time zone or the permissions of Piecewise, it may still go by the old ones: tell whoever runs Piecewise for you.',
};

/** Keyed by the first part of the topic. */
const subjects: ReadonlyMap<string | undefined, About> = new Map([
  ['orders', anOrder],
  ['refunds', anOrder],
  [
    'products',
    {
      about: 'a product of your store',
      meaning:
        'Orders are not affected. Something you changed on a product may not be known here yet; the weekly comparison with your store finds it.',
    },
  ],
  [
    'customers',
    {
      about: 'a buyer’s privacy request',
      meaning:
        'Orders are not affected, but the request was not carried out and has to be within thirty days: tell whoever runs Piecewise for you.',
    },
  ],
]);

/** What a webhook of this topic is about, and the consequence if it was not handled. */
const aboutOf = (topic: string): About => subjects.get(topic.split('/')[0]) ?? theStore;

/** The number in Shopify's URL of the order the webhook was about. */
const orderIn = ({topic, resource}: NonNullable<Overview['webhooks']['lastFailure']>): string | null =>
  /^(orders|refunds)\//.test(topic) ? (/^gid:\/\/shopify\/Order\/(\d+)$/.exec(resource ?? '')?.[1] ?? null) : null;
