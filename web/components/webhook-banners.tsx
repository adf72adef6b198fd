import {useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {useElementEvents} from '../element-events.ts';
import {age} from '../format.ts';
import {counted} from '../words.ts';

type WebhookBannersProps = {readonly overview: Pick<Overview, 'webhooks'>; readonly now: Date};

/** Missing or failed webhooks; nothing while they arrive and are handled. */
export function WebhookBanners({overview: {webhooks}, now}: WebhookBannersProps) {
  const [putAway, setPutAway] = useState<string | null>(null);
  const {failed, lastFailure} = webhooks;
  return (
    <>
      {webhooks.silent && <SilentBanner webhooks={webhooks} now={now} />}
      {failed > 0 && lastFailure !== null && lastFailure.at !== putAway && (
        <FailedBanner
          key={lastFailure.at}
          failed={failed}
          last={lastFailure}
          now={now}
          onDismiss={() => setPutAway(lastFailure.at)}
        />
      )}
    </>
  );
}

function SilentBanner({webhooks, now}: {webhooks: Overview['webhooks']; now: Date}) {
  const {foundByReconciliation, reconciledAt, lastWebhookAt} = webhooks;
  const found = counted(foundByReconciliation, 'dropship order was', 'dropship orders were');
  const lastLook = reconciledAt === null ? '' : `; it last did ${age(reconciledAt, now)} ago`;
  const lastWord = lastWebhookAt === null ? 'None has come yet.' : `The last one came ${age(lastWebhookAt, now)} ago.`;
  return (
    <s-banner tone="warning" heading="Shopify does not tell Piecewise about new orders">
      <s-stack gap="small-300">
        <s-paragraph>
          Its messages do not arrive. {lastWord} {found} found only because Piecewise looks for orders itself, every ten
          minutes{lastLook}.
        </s-paragraph>
        <s-paragraph>
          Orders still come in, but later, and a cancellation may come to your notice too late. Before you pay, look in
          your Shopify admin whether the order still stands. Nothing else has to be done tonight; if this is still here
          tomorrow, tell whoever runs Piecewise for you that its webhooks do not arrive.
        </s-paragraph>
      </s-stack>
    </s-banner>
  );
}

type Failure = NonNullable<Overview['webhooks']['lastFailure']>;

type FailedBannerProps = {
  readonly failed: number;
  readonly last: Failure;
  readonly now: Date;
  readonly onDismiss: () => void;
};

function FailedBanner({failed, last, now, onDismiss}: FailedBannerProps) {
  const banner = useElementEvents<HTMLElementTagNameMap['s-banner'], 'dismiss'>({dismiss: onDismiss});
  const {about, meaning} = aboutOf(last.topic);
  const order = orderIn(last);
  const which = failed === 1 ? 'It was' : 'The last one was';
  return (
    <s-banner
      ref={banner}
      tone="warning"
      dismissible
      heading={`${counted(failed, 'message')} from Shopify could not be dealt with`}
    >
      <s-stack gap="small-300">
        <s-paragraph>
          {which} about {about}, and was given up {age(last.at, now)} ago.
          {last.reason !== null && ` The reason: ${last.reason}`}
        </s-paragraph>
        <s-paragraph>{meaning}</s-paragraph>
      </s-stack>
      {order !== null && (
        <s-button slot="secondary-actions" href={`shopify://admin/orders/${order}`} target="_top" icon="external">
          Open the order in Shopify
        </s-button>
      )}
    </s-banner>
  );
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
const orderIn = ({topic, resource}: Failure): string | null =>
  /^(orders|refunds)\//.test(topic) ? (/^gid:\/\/shopify\/Order\/(\d+)$/.exec(resource ?? '')?.[1] ?? null) : null;
