import {useEffect, useRef, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {api, sentenceOf} from '../../api.ts';
import {dateAndTime} from '../../format.ts';
import {useAction} from '../../remote.ts';
import {counted} from '../../words.ts';

/** Whether orders are sent by themselves, who paused that and when, and the button that changes it. */
export function SendingSection({overview: {sending, orders, connection, stopped}}: {overview: Overview}) {
  const isReady = connection.dropship.state === 'accepted' && stopped === null;
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
      <Announced text={paused ? pausedText(sending) : isReady ? sent : notSent} />
      {paused && (
        <s-paragraph color="subdued">
          Nothing is lost: orders wait here and are sent when you resume.
          {(orders.waiting ?? 0) > 0 && ` ${counted(orders.waiting ?? 0, 'order waits', 'orders wait')} now.`}
        </s-paragraph>
      )}
      {error !== '' && <s-text tone="critical">{error}</s-text>}
    </s-section>
  );
}

const sent = 'Orders are sent to the supplier by themselves.';
const notSent =
  'Not paused, but no order can be sent at the moment: the dropship key is missing or not accepted, or Piecewise is stopped.';

function pausedText({by, byYou, since}: Overview['sending']): string {
  const who = byYou ? ' by you' : by === null ? '' : ` by staff member ${by}`;
  const when = since === null ? '' : ` since ${dateAndTime(since)}`;
  return `Sending is paused${when}${who === '' ? '' : `,${who}`}.`;
}

/** A change is announced; the first text is not, since nothing has happened. */
function Announced({text}: {text: string}) {
  const first = useRef(text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (text !== first.current) setSaid(text);
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
