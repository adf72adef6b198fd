// How an entry of the trail is shown: who did it, and what it is about.
import type {NamedAuditEntry} from '#contract/activity/audit.ts';
import {articleAddress} from '../../shared/list/article-address.ts';

/** "You", "Piecewise", or the number that Shopify gives a colleague: no interface says another user's name. */
export function personText(actor: string, you: string): string {
  if (actor === 'app') return 'Piecewise';
  return actor === you ? 'You' : `Colleague ${actor.replace('user:', '')}`;
}

/** What the entry is about, and the page that shows it; null: none does. */
type Place = {readonly label: string; readonly href: string | null};

export function placeOf({kind, subject, name}: Pick<NamedAuditEntry, 'kind' | 'subject' | 'name'>): Place {
  switch (kind) {
    case 'orders':
    case 'refunds':
      return {label: name ?? 'An order', href: name === null ? null : `/orders/${encodeURIComponent(subject)}`};
    case 'products':
      return {label: name ?? subject, href: articleAddress(subject)};
    case 'updates':
      return {label: 'An update', href: `/runs/${encodeURIComponent(subject)}`};
    case 'brakes':
      return {label: 'A decision', href: '/decisions'};
    case 'privacy':
      return {label: 'A buyer', href: null};
    case 'settings':
    case 'keys':
      return settingsPlaces[subject] ?? {label: subject, href: null};
    case null:
      return {label: subject, href: null};
  }
}

/** The pages of what the trail names by a word. */
const settingsPlaces: Readonly<Record<string, Place>> = {
  settings: {label: 'Settings', href: '/settings'},
  'order-settings': {label: 'Orders', href: '/settings'},
  sending: {label: 'Sending of orders', href: '/'},
  importing: {label: 'Importing', href: '/settings'},
  products: {label: 'How products look', href: '/settings/products'},
  template: {label: 'How products look', href: '/settings/products'},
  pricing: {label: 'Pricing', href: '/pricing'},
  rules: {label: 'Import rules', href: '/rules'},
  shipping: {label: 'Shipping profile', href: '/pricing'},
  fulfilment: {label: 'Fulfilment service', href: '/settings/fulfilment'},
  mail: {label: 'Mail', href: '/settings/mail'},
  departure: {label: 'Leaving', href: '/settings/leave'},
  keys: {label: 'Keys', href: '/settings/connection'},
  'catalogue-key': {label: 'Catalogue key', href: '/settings/connection'},
  'dropship-key': {label: 'Dropship key', href: '/settings/connection'},
};
