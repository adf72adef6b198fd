// The types that describe a setting: its values, the sentences for wrong ones, its default, its name in a form, and which orders it frees.
// Schemas, limits and form fields come from these descriptions. Imports no zod, so that the pages can load it.
import type {ReleaseEvent} from '#domain/orders/reasons.ts';

/** The allowed numbers, both limits included, with the sentences for a number beyond. */
export type Range = {
  readonly least: number;
  readonly tooLittle: string;
  readonly most: number;
  readonly tooMuch: string;
};

type SettingBase<Kind extends string, Value> = {
  readonly kind: Kind;
  /** The value if the merchant set none. */
  readonly default: Value;
  /** The setting's name in a form; left out if no form shows it. */
  readonly label?: string;
  /** A sentence about the setting in a form; left out: none. */
  readonly details?: string;
  /** The event that saving the setting is for waiting orders; `at`: only saving this value. Removing a word or an address is no event. */
  readonly frees?: {readonly event: ReleaseEvent; readonly at?: Value};
};

/** A setting that is on or off. */
export type SwitchSetting = SettingBase<'switch', boolean>;

export type NumberSetting = SettingBase<'number', number> & NumberLimits;
/** Null: no limit. */
export type LimitSetting = SettingBase<'limit', number | null> & NumberLimits;
type NumberLimits = {
  /** The allowed range; in euro if the unit is `EUR`. */
  readonly range: Range;
  /** Whether only whole numbers are allowed. */
  readonly isWhole: boolean;
  /** The sentence for an entry that is not such a number. */
  readonly notNumber?: string;
  /** The unit in the form. `EUR`: typed in euro, stored in cents. */
  readonly unit: 'EUR' | '%' | 'min' | 'hours' | 'days';
};

export type ChoiceSetting<Value extends string = string> = SettingBase<'choice', Value> & {
  /** Each value with its label in the form. */
  readonly choices: Readonly<Record<Value, string>>;
};

/** Free text that the supplier reads; null: none. */
export type WordSetting = SettingBase<'word', string | null>;
/** One e-mail address; null: none. */
export type EmailSetting = SettingBase<'email', string | null>;
/** A time of day at which the nightly run may start. */
export type TimeSetting = SettingBase<'time', string>;

export type Setting =
  | SwitchSetting
  | NumberSetting
  | LimitSetting
  | ChoiceSetting
  | WordSetting
  | EmailSetting
  | TimeSetting;

/** The type of a setting's value. */
export type SettingValue<One extends Setting> = One extends {choices: Readonly<Record<infer Value, string>>}
  ? Value
  : One['kind'] extends 'switch'
    ? boolean
    : One['kind'] extends 'number'
      ? number
      : One['kind'] extends 'limit'
        ? number | null
        : One['kind'] extends 'time'
          ? string
          : string | null;

/** Settings by name. */
export type SettingDescriptions = Readonly<Record<string, Setting>>;

/** A range with the usual sentences. @param unit put after the highest number in its sentence. */
export const toRange = (least: number, most: number, unit = ''): Range => ({
  least,
  tooLittle: `Enter ${least} or more.`,
  most,
  tooMuch: `Enter at most ${most}${unit}.`,
});

/** The sentence for a value outside of the range; null: the value is within. */
export function rangeError({least, tooLittle, most, tooMuch}: Range, value: number): string | null {
  if (value < least) return tooLittle;
  return value > most ? tooMuch : null;
}

/** The release events of the settings that a form saved. */
export function savedSettingEvents(all: SettingDescriptions, saved: object): readonly ReleaseEvent[] {
  const values = new Map<string, unknown>(Object.entries(saved));
  return Object.entries(all).flatMap(([name, {kind, frees}]) => {
    const value = values.get(name);
    const isNone = value === undefined || (value === null && kind !== 'limit');
    return frees === undefined || isNone || (frees.at ?? value) !== value ? [] : [frees.event];
  });
}
