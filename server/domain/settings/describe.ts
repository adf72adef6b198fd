// How one plain setting is described: what it may hold, the sentences for what it may not, its default, its name in a form, and which
// orders it frees. Schemas, limits and form fields come from these descriptions. Free of zod, so that the pages can load them.
import type {ReleaseEvent} from '#domain/orders/reasons.ts';

export type Range = {
  readonly least: number;
  readonly tooLittle: string;
  readonly most: number;
  readonly tooMuch: string;
};

type Described<Kind extends string, Value> = {
  readonly kind: Kind;
  readonly default: Value;
  /** Its name and a sentence about it, where a form shows it. */
  readonly label?: string;
  readonly details?: string;
  /** The event that a saved value is for waiting orders; `at`: only this value. A word that is taken away is none. */
  readonly frees?: {readonly event: ReleaseEvent; readonly at?: Value};
};

export type SwitchSetting = Described<'switch', boolean>;

export type NumberSetting = Described<'number', number> & Numbers;
/** Null: no limit. */
export type LimitSetting = Described<'limit', number | null> & Numbers;
type Numbers = {
  /** In euro where the unit is `EUR`. */
  readonly range: Range;
  readonly isWhole: boolean;
  /** Said of what is no such number. */
  readonly notNumber?: string;
  /** `EUR`: stored in cents, typed in euro. */
  readonly unit: 'EUR' | '%' | 'min' | 'days';
};

export type ChoiceSetting<Value extends string = string> = Described<'choice', Value> & {
  /** Each value with its words in a form. */
  readonly choices: Readonly<Record<Value, string>>;
};

/** Free text that the supplier reads; null: none. */
export type WordSetting = Described<'word', string | null>;
export type EmailSetting = Described<'email', string | null>;
/** A time of day at which the nightly run may start. */
export type TimeSetting = Described<'time', string>;

export type Setting =
  | SwitchSetting
  | NumberSetting
  | LimitSetting
  | ChoiceSetting
  | WordSetting
  | EmailSetting
  | TimeSetting;

export type ValueOf<One extends Setting> = One extends {choices: Readonly<Record<infer Value, string>>}
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

export type Descriptions = Readonly<Record<string, Setting>>;

export const range = (least: number, most: number, unit = ''): Range => ({
  least,
  tooLittle: `Enter ${least} or more.`,
  most,
  tooMuch: `Enter at most ${most}${unit}.`,
});

/** Null: the value lies in the range. */
export function rangeError({least, tooLittle, most, tooMuch}: Range, value: number): string | null {
  if (value < least) return tooLittle;
  return value > most ? tooMuch : null;
}

/** The events of the values that a form saves. */
export function eventsOf(all: Descriptions, saved: object): readonly ReleaseEvent[] {
  const values = new Map<string, unknown>(Object.entries(saved));
  return Object.entries(all).flatMap(([name, {kind, frees}]) => {
    const value = values.get(name);
    const isNone = value === undefined || (value === null && kind === 'word');
    return frees === undefined || isNone || (frees.at ?? value) !== value ? [] : [frees.event];
  });
}
