import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {api, sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {dateAndTime} from '../../text/format.ts';
import {settingsPlaces, unreadableSettings} from '../../text/unreadable-settings-words.ts';
import {counted} from '../../text/words.ts';

/** Whether orders are sent by themselves, who paused that and when, and the button that changes it. */
export function SendingSection({overview}: {overview: Overview}) {
  const {sending, orders} = overview;
  const block = blockOf(overview);
  const [error, setError] = useState('');
  const change = useAction((word: 'pause' | 'resume') => api.changeSending(word));
  const {paused} = sending;
  const press = async () => {
    setError('');
    try {
      await change.run(paused ? 'resume' : 'pause');
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  return (
    <s-section heading="Sending orders">
      <s-button slot="secondary-actions" loading={change.isRunning} onClick={() => void press()}>
        {paused ? 'Resume sending' : 'Pause sending'}
      </s-button>
      <Announced text={paused ? pausedText(sending) : block === null ? sent : notSent(block)} />
      {paused && (
        <s-paragraph color="subdued">
          Nothing is lost: orders wait here{block === null && ' and are sent when you resume'}.
          {(orders.waiting ?? 0) > 0 && ` ${counted(orders.waiting ?? 0, 'order waits', 'orders wait')} now.`}
        </s-paragraph>
      )}
      {paused && block !== null && <s-paragraph>{notSent(block)}</s-paragraph>}
      {block !== null && block.link !== null && (
        <s-stack direction="inline">
          <s-button href={block.link.href}>{block.link.label}</s-button>
        </s-stack>
      )}
      {error !== '' && <s-text tone="critical">{error}</s-text>}
    </s-section>
  );
}

const sent = 'Orders are sent to the supplier by themselves.';
const notSent = ({why}: Block) => `No order can be sent at the moment: ${why}.`;

type Block = {readonly why: string; readonly link: {readonly label: string; readonly href: string} | null};

const toConnection = {label: 'Open Connection', href: '/settings/connection'};

/** What keeps every order from being sent, apart from a pause: the first in the order of Home's banner, then the dropship key. */
function blockOf({needsReauth, stopped, settingsUnreadable, connection}: Overview): Block | null {
  if (needsReauth) return {why: 'Piecewise has lost its access to your store', link: null};
  if (stopped !== null) return {why: 'Piecewise is stopped', link: null};
  if (settingsUnreadable !== null) return {why: unreadableSettings.heading, link: settingsPlaces[settingsUnreadable]};
  const {state} = connection.dropship;
  return state === 'accepted' ? null : {why: keyBlocks[state], link: toConnection};
}

const keyBlocks = {
  absent: 'The dropship key is missing',
  rejected: 'The supplier does not accept the dropship key',
  unreadable: 'The stored dropship key cannot be read',
} as const;

function pausedText({by, byYou, since}: Overview['sending']): string {
  const who = byYou ? ' by you' : by === null ? '' : ` by staff member ${by}`;
  const when = since === null ? '' : ` since ${dateAndTime(since)}`;
  return `Sending is paused${when}${who === '' ? '' : `,${who}`}.`;
}

/** Announces each text except the first one, since nothing has happened then. */
function Announced({text}: {text: string}) {
  const shown = useRef(text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (text === shown.current) return;
    shown.current = text;
    setSaid(text);
  }, [text]);
  return (
    <>
      <s-paragraph>{text}</s-paragraph>
      <div role="status" style={{display: 'contents'}}>
        <s-text accessibilityVisibility="exclusive">{said}</s-text>
      </div>
    </>
  );
}
