import type {Mail} from '#contract/mail/mail.ts';
import {mailEventSettings} from '#domain/settings/mail.ts';
import {dateAndTime} from '../../text/format.ts';
import {toSentence} from './link-state.ts';

type SentMail = Mail['last'][number];

/** The last mails with their results, the newest first. */
export const LastMails = ({mails}: {readonly mails: readonly SentMail[]}) => (
  <s-section heading="Last mails">
    {mails.length === 0 ? (
      <s-paragraph color="subdued">None yet.</s-paragraph>
    ) : (
      <s-stack gap="small-200">
        {mails.map((mail) => (
          <MailLine key={`${mail.event} ${mail.at}`} mail={mail} />
        ))}
      </s-stack>
    )}
  </s-section>
);

const results = {
  under_way: {label: 'Being sent', tone: 'info'},
  sent: {label: 'Sent', tone: 'success'},
  unknown: {label: 'May not have arrived', tone: 'warning'},
  failed: {label: 'Not sent', tone: 'critical'},
  retried: {label: 'Tried again soon', tone: 'warning'},
  empty: {label: 'Nothing to report', tone: 'neutral'},
} as const satisfies Readonly<Record<SentMail['state'], object>>;

/** What is to be done about a mail that did not get there. */
const nextSteps: Partial<Readonly<Record<SentMail['state'], string>>> = {
  unknown: 'Look for it in the mailbox. The next summary names what it was about.',
  failed: 'If the next one is not sent either, tell whoever runs Piecewise for you.',
};

function MailLine({mail: {event, at, state, said}}: {readonly mail: SentMail}) {
  const {label, tone} = results[state];
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline" gap="small-200" alignItems="center">
        <s-text>{`${dateAndTime(at)}: ${mailEventSettings[event].label}`}</s-text>
        <s-badge tone={tone}>{label}</s-badge>
      </s-stack>
      {said !== null && (
        <s-text color="subdued">
          {['The mail server:', toSentence(said), nextSteps[state]].filter(Boolean).join(' ')}
        </s-text>
      )}
    </s-stack>
  );
}
