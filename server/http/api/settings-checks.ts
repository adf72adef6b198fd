// What is checked before settings are saved: that the merchant saw what a change does, and what it replaces.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {toSoldZones} from '#domain/orders/sold-zones.ts';
import {isSameValue} from '#domain/settings/same-value.ts';
import {isUnreadable, type Settings, type StoredSettings} from '#domain/settings.ts';
import {pageOfUnreadable, settingsPageNames} from '#domain/settings-pages.ts';
import {toPriceStore} from '../../db/catalogue/choice.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Tables} from '../../db/tables/tables.ts';
import {effectPrint, loadHandPrint} from '../../preview/effect-print.ts';
import {Refusal} from '../refusal.ts';
import {refuseUnseen, type Seen} from './preview-id.ts';

/**
 * The settings of `decidingNames` are saved only with the preview that showed what they do. The same holds for their defaults where these
 * replace what cannot be read: then runs start again and write them to the store.
 * @returns a function that throws for a change no preview showed, judged by the shop's facts and manual choices at the time of this call.
 */
export async function loadUnseenCheck(
  db: Kysely<Tables>,
  shop: ShopDomain,
  seen: Seen | null,
): Promise<(before: StoredSettings, after: Settings) => void> {
  const facts = await loadShop(db, shop);
  const store = toPriceStore(facts ?? {currency: null, taxesIncluded: null});
  const {zones} = toSoldZones(facts?.shipsToCountries ?? null);
  const hand = await loadHandPrint(db, shop);
  return (before, after) => {
    const isReplaced = decidingNames.some((name) => isUnreadable(before, name));
    if (!isReplaced && isSameValue(deciding(before.settings), deciding(after))) return;
    refuseUnseen(seen, effectPrint({settings: after, store, zones, hand}));
  };
}

const decidingNames = ['choice', 'pricing', 'onRequest', 'owned.price', 'owned.compareAt'];

const deciding = ({choice, pricing, onRequest, owned: {price, compareAt}}: Settings): readonly unknown[] => [
  choice,
  pricing,
  onRequest,
  price,
  compareAt,
];

/** Saving one setting would also save the defaults of the settings that cannot be read, without showing them. */
export function refuseUnreadable(stored: Pick<StoredSettings, 'unreadable'>): void {
  const page = pageOfUnreadable(stored);
  if (page === null) return;
  const message = `Some of your settings cannot be read. Open ${settingsPageNames[page]} and save them again first.`;
  throw new Refusal(409, 'settings_unreadable', message);
}
