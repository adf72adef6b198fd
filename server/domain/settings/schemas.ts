// Makes zod schemas from the descriptions of settings.
import {z} from 'zod';
import {EmailAddress, isVisible} from '#domain/orders/buyer-text.ts';
import {nightlyError} from '#domain/settings/catalogue.ts';
import type {Setting, SettingDescriptions, SettingValue} from '#domain/settings/describe.ts';

/** One schema for each stored setting, with its default. */
type StoredShape<All extends SettingDescriptions> = {
  readonly [Name in keyof All]: z.ZodDefault<z.ZodType<SettingValue<All[Name]>, SettingValue<All[Name]>>>;
};
/** One schema for each setting as the merchant enters it. */
type EnteredShape<All extends SettingDescriptions> = {
  readonly [Name in keyof All]: z.ZodType<SettingValue<All[Name]>, SettingValue<All[Name]>>;
};

/** The schemas of stored settings. A setting that is missing gets its default. */
export const storedShape = <const All extends SettingDescriptions>(all: All): StoredShape<All> =>
  mapSettings(all, (setting) =>
    (storedSchemas[setting.kind] ?? enteredSchema(setting)).default(setting.default),
  ) as StoredShape<All>;

/** The schemas of what a merchant may enter. */
export const enteredShape = <const All extends SettingDescriptions>(all: All): EnteredShape<All> =>
  mapSettings(all, enteredSchema) as EnteredShape<All>;

/** Looser schemas for stored words and addresses, which may be older than the strict check of what is entered. */
const storedSchemas: Readonly<Partial<Record<Setting['kind'], z.ZodType>>> = {
  word: z.string().min(1).max(100).nullable(),
  email: z.email().nullable(),
};

/** The schema of a standing colour or size, which is ordered if the listing has none: free text that the supplier reads. */
export const StandingWord = z
  .string('Enter a word.')
  .trim()
  .min(1, 'Enter a word, or leave it out.')
  .max(100, 'Enter at most 100 characters.')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'This holds characters that cannot be sent.')
  .refine((text) => text.trim() === '' || isVisible(text), 'Enter a word, or leave it out.');

/** The schema of the time at which the nightly run may start. */
const NightlyTime = z.string().check(({value, issues}) => {
  const message = nightlyError(value);
  if (message !== null) issues.push({code: 'custom', message, input: value});
});

/** The schema of one setting as the merchant enters it. */
function enteredSchema(setting: Setting): z.ZodType {
  switch (setting.kind) {
    case 'switch':
      return z.boolean();
    case 'number':
      return numberSchema(setting);
    case 'limit':
      return numberSchema(setting).nullable();
    case 'choice':
      return z.enum(Object.keys(setting.choices));
    case 'word':
      return StandingWord.nullable();
    case 'email':
      return EmailAddress.nullable();
    case 'time':
      return NightlyTime;
  }
}

type NumberSchemaInput = Pick<Extract<Setting, {kind: 'number'}>, 'range' | 'isWhole' | 'notNumber'> & {
  readonly unit?: string;
};

/** The schema of a number within a range. With the unit `EUR` the range is in euro and the number in cents. */
export function numberSchema({range, isWhole, unit, notNumber}: NumberSchemaInput): z.ZodNumber {
  const scale = unit === 'EUR' ? 100 : 1;
  const {least, tooLittle, most, tooMuch} = range;
  const number = z
    .number(notNumber ?? 'Enter a number.')
    .min(least * scale, tooLittle)
    .max(most * scale, tooMuch);
  return isWhole || unit === 'EUR' ? number.int(notNumber ?? 'Enter a whole number.') : number;
}

/** Makes one schema for each setting. */
const mapSettings = (all: SettingDescriptions, toSchema: (setting: Setting) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(all).map(([name, setting]) => [name, toSchema(setting)]));
