import type {Mail} from '#contract/mail/mail.ts';
import {mailEvents} from '#domain/settings/mail.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {Notice} from '../../shared/page/notice.tsx';
import {linkText, toSentence} from './link-state.ts';
import {sendLinkAgain} from './mail-api.ts';

type AddressStateProps = {readonly mail: Mail};

/** Whether mails go to the stored address, and what is to be done where they do not. */
export function AddressState({mail}: AddressStateProps) {
  switch (mail.address) {
    case 'none':
      return null;
    case 'confirmed':
      return (
        <s-stack direction="inline" gap="small-200">
          <s-badge tone="success">Confirmed</s-badge>
          {!mailEvents.some((event) => mail[event]) && <s-text>Nothing is chosen below, so no mail is sent.</s-text>}
        </s-stack>
      );
    case 'unreadable':
      return (
        <Notice tone="critical" heading="The stored address cannot be read">
          Enter it again. Until then no mail is sent.
        </Notice>
      );
    case 'unconfirmed':
      return (
        <Notice tone="warning" heading="Not confirmed yet" button={<SendLink mail={mail} />}>
          {linkText(mail)}
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="critical" heading="The mail server refuses this address" button={<SendLink mail={mail} />}>
          {`No more mails are sent to it. ${mail.said === null ? '' : `The server said: ${toSentence(mail.said)} `}Correct the address, or send the link again once it works. ${linkText(mail)}`}
        </Notice>
      );
    case 'unsubscribed':
      return (
        <Notice tone="warning" heading="Stopped by the link in a mail" button={<SendLink mail={mail} />}>
          {`No more mails are sent to this address until it is confirmed again. ${linkText(mail)}`}
        </Notice>
      );
  }
}

function SendLink({mail: {isOn, link}}: AddressStateProps) {
  const {attempt, isRunning, failure} = useAttempt<undefined, Mail>(sendLinkAgain);
  if (!isOn) return null;
  return (
    <s-stack gap="small-200">
      <s-button
        onClick={() => void attempt(undefined)}
        {...(isRunning ? {loading: true} : {})}
        {...(link.state === 'under_way' ? {disabled: true} : {})}
      >
        Send the link again
      </s-button>
      <ActionFailure failure={failure} heading="The link was not sent" />
    </s-stack>
  );
}
