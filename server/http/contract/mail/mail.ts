// The mails: where they go, about what, and which were sent.
import {z} from 'zod';
import {type MailEvent, mailEvents, mailSettings} from '#domain/settings/mail.ts';
import {enteredShape} from '#domain/settings/schemas.ts';

/** The settings of the mails. The version of GET and PUT is that of these values. */
const MailForm = z.object(enteredShape(mailSettings));

/** PUT /api/mail; what is left out stays unchanged. Another address is confirmed by the link that is sent to it. */
export const MailInput = MailForm.partial();

/** GET /api/mail, and the answer of every change. */
export const Mail = MailForm.extend({
  version: z.string(),
  /** Whether the app can send mails at all: whether SMTP_URL is set. */
  isOn: z.boolean(),
  /**
   * `none`: no address. `unreadable`: the stored one cannot be opened. `unconfirmed`: it waits for its link. `refused`: the mail server
   * refused it. `unsubscribed`: its owner stopped the mails.
   */
  address: z.enum(['none', 'unreadable', 'unconfirmed', 'confirmed', 'refused', 'unsubscribed']),
  /** The mail server's words when it refused the address. */
  said: z.string().nullable(),
  /** The link that confirms the address: whether it is on its way, when it was sent, and why it may not have been. */
  link: z.object({
    state: z.enum(['none', 'under_way', 'sent', 'failed']),
    at: z.iso.datetime().nullable(),
    said: z.string().nullable(),
  }),
  /** The last mails, the newest first. */
  last: z.array(
    z.object({
      event: z.custom<MailEvent>((name) => mailEvents.some((event) => event === name)),
      at: z.iso.datetime(),
      /** `under_way`: about to be sent. `empty`: there was nothing to write. `retried`: it failed and is tried again. */
      state: z.enum(['under_way', 'sent', 'unknown', 'failed', 'retried', 'empty']),
      said: z.string().nullable(),
    }),
  ),
});
export type Mail = z.infer<typeof Mail>;
