// The server's API of the mails, and the form of their settings.
import type {Mail} from '#contract/mail/mail.ts';
import {type MailEvent, mailSettings} from '#domain/settings/mail.ts';
import {api, callApi} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';
import {createDescribedKind} from '../../shared/form/described.ts';
import type {SaveBasis} from '../../shared/form/form-kind.ts';
import {mailWaitMs} from './link-state.ts';

/** Loaded every few seconds while the link is on its way. */
export const mailQuery: RemoteQuery<Mail> = {
  key: ['mail'],
  load: (signal) => callApi<Mail>('GET', '/api/mail', {signal}),
  waitMs: mailWaitMs,
};

/** Sends the link that confirms the address once more. */
export const sendLinkAgain = () => callApi<Mail>('POST', '/api/mail/confirmation');

/** The settings as they are saved. */
type MailForm = Pick<Mail, MailEvent | 'mailAddress' | 'unpaidHours'>;

/** How the form is made, read and saved. It changes no product, so nothing is previewed. */
export const mailFormKind = {
  ...createDescribedKind(mailSettings),
  changesProducts: () => false,
  preview: api.preview,
  save: (form: MailForm, basis: SaveBasis) => callApi<Mail>('PUT', '/api/mail', {body: {...form, ...basis}}),
};
