// The parts of the settings: what GET shows of each, what a PUT accepts and changes, whether a preview must have shown the change, and what
// happens after saving. What a PUT leaves out stays unchanged.
import type {z} from 'zod';
import type {ShopDomain} from '#domain/ids.ts';
import type {ReleaseEvent} from '#domain/orders/reasons.ts';
import {catalogueSettings, publishingSettings} from '#domain/settings/catalogue.ts';
import {savedSettingEvents} from '#domain/settings/describe.ts';
import {generalSettings, orderSettings} from '#domain/settings/orders.ts';
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
  type Pricing,
  PricingInput,
  ProductsPart,
  ProductsPartInput,
  RulesInput,
  TemplateInput,
} from '../contract/settings.ts';
import {parseInput, Refusal} from '../refusal.ts';
import type {SettingsPart} from '../settings-addresses.ts';

export type PartDeps = Pick<Deps, 'db' | 'digest' | 'log' | 'now' | 'queues' | 'sealer'>;

/** The parsed body of a PUT, and the change it makes. */
type ParsedChange = {
  /** The values that the body gives, with `previewId` if it has one. */
  readonly values: object;
  /** The id of the preview that showed the effect of the change; undefined: the body names none. */
  readonly previewId: string | undefined;
  /** The settings with the values of the body in place of the earlier ones. */
  readonly change: (settings: Settings) => Settings;
  /** Events that make waiting orders due, besides `settings_saved`. */
  readonly releaseEvents: readonly ReleaseEvent[];
};

/** How one part of the settings is shown, changed and followed up. */
export type PartDefinition = {
  /** The part's values as GET shows them. */
  readonly readForm: (settings: Settings) => object;
  /** @throws a refusal that names the wrong fields. */
  readonly parseChange: (body: unknown) => ParsedChange;
  /** Whether the part has settings that decide what is on sale and at which price. */
  readonly needsPreview: boolean;
  /** Loads values that are shown with the part and are not settings. */
  readonly loadFacts: (deps: PartDeps, shop: ShopDomain) => Promise<object>;
  /** Work that follows a save, such as writing the schedules again. */
  readonly onSaved: (deps: PartDeps, shop: ShopDomain) => Promise<unknown>;
};

/** The settings with the given order settings replaced. */
const withOrderSettings = (settings: Settings, given: object): Settings => ({
  ...settings,
  orders: {...settings.orders, ...given},
});

/** How each part of the settings is shown, changed and followed up. */
export const partDefinitions: Readonly<Record<SettingsPart, PartDefinition>> = {
  general: definePart(GeneralInput, {
    // Picked and not parsed: what is stored may be longer than what may be typed today.
    readForm: (settings) => pickNamed({...settings, ...settings.orders}, General.shape),
    change: (settings, {choice: _choice, ...given}) => ({
      ...withOrderSettings(settings, pickNamed(given, orderSettings)),
      ...pickNamed(given, publishingSettings),
    }),
    releaseEventsOf: (given) => savedSettingEvents(generalSettings, given),
    // The schedules are written again, because the nightly run may start at another time.
    onSaved: ({queues, log}) =>
      queues
        .enqueue('upkeep', {task: 'assert-schedules'})
        .catch((err: unknown) =>
          log.warn({err}, 'the queue cannot be reached; the settings take effect with the next sweep'),
        ),
  }),
  orders: definePart(OrderSettings.partial(), {
    readForm: ({orders: {propertyAnswers: _answers, ...orders}}) => orders,
    change: withOrderSettings,
    releaseEventsOf: () => ['order_settings'],
  }),
  rules: definePart(RulesInput, {
    readForm: ({choice}) => ({choice}),
    change: (settings, {choice}) => ({...settings, choice}),
    needsPreview: true,
  }),
  pricing: definePart(PricingInput, {
    readForm: ({pricing}) => ({pricing}),
    change: (settings, {pricing}) => ({...settings, pricing}),
    needsPreview: true,
    async loadFacts({db}, shop): Promise<Omit<Pricing, 'pricing'>> {
      const facts = await loadShop(db, shop);
      return {currency: facts?.currency ?? null, taxesIncluded: facts?.taxesIncluded ?? null};
    },
    onSaved: ({db, now}, shop) => savePricesSaved(db, shop, now()),
  }),
  template: definePart(TemplateInput, {
    readForm: ({template, orders: {standingColour, standingSize}}) => ({template, standingColour, standingSize}),
    change: (settings, {template = settings.template, ...standing}) => ({
      ...withOrderSettings(settings, standing),
      template,
    }),
    releaseEventsOf: (given) => savedSettingEvents(orderSettings, given),
  }),
  products: definePart(ProductsPartInput, {
    readForm: (settings) => pickNamed(settings, ProductsPart.shape),
    change: (settings, given) => ({...settings, ...pickNamed(given, ProductsPart.shape)}),
    needsPreview: true,
  }),
  importing: definePart(ImportingInput, {
    readForm: (settings) => pickNamed(settings, Importing.shape),
    change: (settings, given) => ({...settings, ...pickNamed(given, catalogueSettings)}),
    needsPreview: true,
  }),
};

/** What `definePart` needs of a part; what may be left out has a default. */
type PartOptions<Input> = Pick<PartDefinition, 'readForm'> & {
  /** The settings with the given values in place of the earlier ones. */
  readonly change: (settings: Settings, given: Input) => Settings;
} & Partial<Pick<PartDefinition, 'needsPreview' | 'loadFacts' | 'onSaved'>> & {
    /** Events, caused by the given values, that make waiting orders due. */
    readonly releaseEventsOf?: (given: object) => readonly ReleaseEvent[];
  };

/** Makes the definition of a part from the schema of its PUT body. A body without any field of the schema is refused (422). */
function definePart<Input extends object>(
  input: z.ZodType<Input>,
  {change, releaseEventsOf = () => [], ...rule}: PartOptions<Input>,
): PartDefinition {
  const take = (body: unknown): ParsedChange => {
    const given = parseInput(input, body);
    if (Object.keys(given).length === 0)
      throw new Refusal(422, 'invalid_input', 'Nothing was sent that could be saved.');
    const previewId = 'previewId' in given && typeof given.previewId === 'string' ? given.previewId : undefined;
    return {
      values: given,
      previewId,
      change: (settings) => change(settings, given),
      releaseEvents: releaseEventsOf(given),
    };
  };
  return {needsPreview: false, loadFacts: async () => ({}), onSaved: async () => {}, ...rule, parseChange: take};
}

/** The defined values in `given` whose names are keys of `names`. */
const pickNamed = (given: object, names: object): object =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && Object.hasOwn(names, name)),
  );
