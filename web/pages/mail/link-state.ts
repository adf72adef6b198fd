// What the page says about the link that confirms the address, and when it asks the server again.
import type {Mail} from '#contract/mail/mail.ts';
import {dateAndTime} from '../../text/format.ts';

/** Milliseconds until the mails are loaded again: only while the link is on its way and mail is on; else null. */
export const mailWaitMs = (known: Mail | undefined): number | null =>
  known?.isOn === true && known.link.state === 'under_way' ? 3_000 : null;

/** A server's words with one full stop. */
export const toSentence = (said: string): string => (said.endsWith('.') ? said : `${said}.`);

/** What became of the link, as sentences. */
export function linkText({isOn, link}: Mail): string {
  if (!isOn) return 'The link is sent once mail is on.';
  switch (link.state) {
    case 'none':
      return '';
    case 'under_way':
      return link.said === null
        ? 'The link is on its way.'
        : `The mail server did not take the link yet. It is sent as soon as it does. ${toSentence(link.said)}`;
    case 'sent':
      return `The link was sent ${link.at === null ? '' : dateAndTime(link.at)}. Open it within three days and press its button.`;
    case 'failed':
      return `The link may not have been sent.${link.said === null ? '' : ` The mail server: ${toSentence(link.said)}`} If it does not come, send it again.`;
  }
}
