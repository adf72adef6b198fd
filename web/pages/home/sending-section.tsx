import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {api} from '../../shared/api/api.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {dateAndTime} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** Says whether orders are sent automatically, or who paused that and when, with the button that pauses or resumes it. */
export function SendingSection({overview}: {overview: Overview}) {
  const {sending, orders} = overview;
  const block = findSendingBlock(overview);
  const {attempt, isRunning, failure} = useAttempt((word: 'pause' | 'resume') => api.changeSending(word));
  const {paused} = sending;
  return (
    <s-section heading="Sending orders">
      <s-button slot="secondary-actions" loading={isRunning} onClick={() => void attempt(paused ? 'resume' : 'pause')}>
        {paused ? 'Resume sending' : 'Pause sending'}
      </s-button>
      <AnnouncedText text={paused ? pausedText(sending) : block === null ? sendingText : notSendingText(block)} />
      {paused && (
        <s-paragraph color="subdued">
          Nothing is lost: orders wait here{block === null && ' and are sent when you resume'}.
          {(orders.waiting ?? 0) > 0 && ` ${countNoun(orders.waiting ?? 0, 'order waits', 'orders wait')} now.`}
        </s-paragraph>
      )}
      {paused && block !== null && <s-paragraph>{notSendingText(block)}</s-paragraph>}
      {block !== null && block.link !== null && (
        <s-stack direction="inline">
          <s-button href={block.link.href}>{block.link.label}</s-button>
        </s-stack>
      )}
      <ActionFailure failure={failure} />
    </s-section>
  );
}

const sendingText = 'Piecewise sends orders to the supplier automatically.';
const notSendingText = ({reason}: SendingBlock) => `No order can be sent at the moment: ${reason}.`;

type SendingBlock = {readonly reason: string; readonly link: {readonly label: string; readonly href: string} | null};

const connectionLink = {label: 'Open Settings', href: '/settings/connection'};

/**
 * What keeps every order from being sent, apart from a pause; null if nothing does. Reasons come in the order of Home's banner, the
 * dropship key last.
 */
function findSendingBlock({needsReauth, stopped, settingsUnreadable, connection}: Overview): SendingBlock | null {
  if (needsReauth) return {reason: 'Piecewise has lost its access to your store', link: null};
  if (stopped !== null) return {reason: 'Piecewise is stopped', link: null};
  if (settingsUnreadable !== null) return {reason: 'your settings cannot be read', link: null};
  const {state} = connection.dropship;
  return state === 'accepted' ? null : {reason: keyStateReasons[state], link: connectionLink};
}

const keyStateReasons = {
  absent: 'the dropship key is missing',
  rejected: 'the supplier does not accept the dropship key',
  unreadable: 'the stored dropship key cannot be read',
} as const;

/** Since when and by whom sending is paused, as far as known. */
function pausedText({by, byYou, since}: Overview['sending']): string {
  const who = byYou ? ' by you' : by === null ? '' : ' by a colleague';
  const when = since === null ? '' : ` since ${dateAndTime(since)}`;
  return `Sending has been paused${when}${who === '' ? '' : `,${who}`}.`;
}

/** Shows the text, and announces it to screen readers when it changes. */
function AnnouncedText({text}: {text: string}) {
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
