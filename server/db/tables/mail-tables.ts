// The tables of the merchant's mails: where they go and about what, and which were sent.
import type {ColumnType, Generated} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import type {MailEvent, MailTopic} from '#domain/settings/mail.ts';
import type {OrNull, TextOrNull, Time, TimeOrNull} from './column-types.ts';

/** Why no mails are sent to a confirmed address: the server refuses it, or its owner unsubscribed. */
export type MailStop = 'refused' | 'unsubscribed';
/** How far the mail with the link is that confirms the address. */
export type LinkState = 'none' | 'wanted' | 'sending' | 'sent' | 'failed';
/** `claimed`: about to be sent. `unknown`: it may have been taken. `empty`: there was nothing to write. */
export type MailState = 'claimed' | 'sent' | 'unknown' | 'failed' | 'empty';

/** The settings of a shop's mails; no row: nothing was ever set. */
export type MailSettingsTable = {
  shop: ShopDomain;
  /** The address and the token of the link that unsubscribes, sealed; null: there is no address. */
  contact_sealed: TextOrNull;
  /** Digest of that token. */
  unsubscribe_digest: TextOrNull;
  events: ColumnType<readonly MailEvent[], readonly MailEvent[] | undefined, readonly MailEvent[]>;
  unpaid_hours: Generated<number>;
  confirmed_at: TimeOrNull;
  stopped: OrNull<MailStop>;
  /** The mail server's words when it refused the address. */
  said: TextOrNull;
  link_state: Generated<LinkState>;
  /** Digest of the token in the link that confirms the address. */
  link_digest: TextOrNull;
  /** When the link was last asked for or sent. */
  link_at: TimeOrNull;
  /** Why the link was not sent. */
  link_said: TextOrNull;
  updated_at: Time;
};

/** One mail: at most one of each topic and local day. */
export type MailsTable = {
  shop: ShopDomain;
  event: MailTopic;
  /** The day in the store's time zone, like 2026-11-22. */
  day: string;
  state: MailState;
  attempts: Generated<number>;
  /** When a failed one may be tried again; null: it is not. */
  retry_at: TimeOrNull;
  /** Why it failed, or why it is not known whether it arrived. */
  said: TextOrNull;
  claimed_at: Time;
  ended_at: TimeOrNull;
};
