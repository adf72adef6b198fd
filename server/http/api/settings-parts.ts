// The parts of the settings: what each shows, what a PUT of it accepts and changes, whether a preview must have shown the change, and what
// follows. What a PUT leaves out stays unchanged.
import type {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {ReleaseEvent} from '#domain/orders/reasons.ts';
import {catalogueSettings, publishingSettings} from '#domain/settings/catalogue.ts';
import {eventsOf} from '#domain/settings/describe.ts';
import {generalSettings, sendingSettings} from '#domain/settings/orders.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {savePricesSaved} from '../../db/set-up/set-up.ts';
import {loadShop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {OrderSettings} from '../contract/order-settings.ts';
import {
  General,
  GeneralInput,
  Importing,
  ImportingInput,
  OwnershipInput,
  type Pricing,
  PricingInput,
  RulesInput,
  TemplateInput,
} from '../contract/settings.ts';
import {parseInput, Refusal} from '../refusal.ts';
import type {SettingsPart} from '../settings-addresses.ts';

export type PartDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'now' | 'queues' | 'sealer'>;

/** What a PUT gave, parsed. */
type Given = {
  readonly given: object;
  readonly previewId: string | undefined;
  readonly change: (settings: Settings) => Settings;
  /** Orders that wait for these become due; beside `settings_saved`. */
  readonly frees: readonly ReleaseEvent[];
};

export type Part = {
  readonly read: (settings: Settings) => object;
  /** @throws a refusal that names the wrong fields. */
  readonly take: (body: unknown) => Given;
  /** It has settings that decide what is on sale and at which price. */
  readonly needsPreview: boolean;
  /** Facts that are shown with the part and are not settings. */
  readonly facts: (deps: PartDeps, shop: ShopDomain) => Promise<object>;
  readonly onSaved: (deps: PartDeps, shop: ShopDomain) => Promise<unknown>;
};

const ofOrders = (settings: Settings, given: object): Settings => ({
  ...settings,
  orders: {...settings.orders, ...given},
});

export const parts: Readonly<Record<SettingsPart, Part>> = {
  general: part(GeneralInput, {
    read: (settings) => General.parse({...settings, ...settings.orders}),
    change: (settings, {choice: _choice, ...given}) => ({
      ...ofOrders(settings, pick(given, sendingSettings)),
      ...pick(given, publishingSettings),
    }),
    frees: (given) => eventsOf(generalSettings, given),
    // The nightly run may start at another time.
    onSaved: ({queues, log}) =>
      queues
        .enqueue('upkeep', {task: 'assert-schedules'})
        .catch((err: unknown) =>
          log.warn({err}, 'the queue cannot be reached; the settings take effect with the next sweep'),
        ),
  }),
  orders: part(OrderSettings.partial(), {
    read: ({orders: {propertyAnswers: _answers, ...orders}}) => orders,
    change: ofOrders,
    frees: () => ['order_settings'],
  }),
  rules: part(RulesInput, {
    read: ({choice}) => ({choice}),
    change: (settings, {choice}) => ({...settings, choice}),
    needsPreview: true,
  }),
  pricing: part(PricingInput, {
    read: ({pricing}) => ({pricing}),
    change: (settings, {pricing}) => ({...settings, pricing}),
    needsPreview: true,
    async facts({db}, shop): Promise<Omit<Pricing, 'pricing'>> {
      const facts = await loadShop(db, shop);
      return {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    },
    onSaved: ({db, now}, shop) => savePricesSaved(db, shop, now()),
  }),
  template: part(TemplateInput, {
    read: ({template, orders: {standingColour, standingSize}}) => ({template, standingColour, standingSize}),
    change: (settings, {template, ...standing}) => ({...ofOrders(settings, standing), template}),
    frees: (given) => eventsOf(sendingSettings, given),
  }),
  ownership: part(OwnershipInput, {
    read: ({owned}) => ({owned}),
    change: (settings, {owned}) => ({...settings, owned}),
    needsPreview: true,
  }),
  importing: part(ImportingInput, {
    read: (settings) => Importing.parse(settings),
    change: (settings, given) => ({...settings, ...pick(given, catalogueSettings)}),
    needsPreview: true,
  }),
};

type Rule<Input> = Pick<Part, 'read'> & {readonly change: (settings: Settings, given: Input) => Settings} & Partial<
    Pick<Part, 'needsPreview' | 'facts' | 'onSaved'>
  > & {readonly frees?: (given: object) => readonly ReleaseEvent[]};

function part<Input extends object>(input: z.ZodType<Input>, {change, frees = () => [], ...rule}: Rule<Input>): Part {
  const take = (body: unknown): Given => {
    const given = parseInput(input, body);
    if (Object.keys(given).length === 0)
      throw new Refusal(422, 'invalid_input', 'Nothing was sent that could be saved.');
    const previewId = 'previewId' in given && typeof given.previewId === 'string' ? given.previewId : undefined;
    return {given, previewId, change: (settings) => change(settings, given), frees: frees(given)};
  };
  return {needsPreview: false, facts: async () => ({}), onSaved: async () => {}, ...rule, take};
}

/** The values of the named settings; what is left out stays out. */
const pick = (given: object, names: object): object =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && Object.hasOwn(names, name)),
  );
