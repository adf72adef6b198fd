// Schemas made from the descriptions of settings.
import {z} from 'zod';
import {EmailAddress, isVisible} from '#domain/orders/buyer-text.ts';
import {nightlyError} from '#domain/settings/catalogue.ts';
import type {Descriptions, Setting, ValueOf} from '#domain/settings/describe.ts';

type Stored<All extends Descriptions> = {
  readonly [Name in keyof All]: z.ZodDefault<z.ZodType<ValueOf<All[Name]>, ValueOf<All[Name]>>>;
};
type Entered<All extends Descriptions> = {
  readonly [Name in keyof All]: z.ZodType<ValueOf<All[Name]>, ValueOf<All[Name]>>;
};

/** What may be stored; a setting that is missing has its default. */
export const storedShape = <const All extends Descriptions>(all: All): Stored<All> =>
  mapped(all, (setting) =>
    (storedSchemas[setting.kind] ?? enteredSchema(setting)).default(setting.default),
  ) as Stored<All>;

/** What a merchant may enter. */
export const enteredShape = <const All extends Descriptions>(all: All): Entered<All> =>
  mapped(all, enteredSchema) as Entered<All>;

/** Words and addresses may have been stored before what is entered was checked as strictly as it is. */
const storedSchemas: Readonly<Partial<Record<Setting['kind'], z.ZodType>>> = {
  word: z.string().min(1).max(100).nullable(),
  email: z.email().nullable(),
};

/** What to order if a listing states no colour or no size: free text that the supplier reads. */
export const StandingWord = z
  .string('Enter a word.')
  .trim()
  .min(1, 'Enter a word, or leave it out.')
  .max(100, 'Enter at most 100 characters.')
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'This holds characters that cannot be sent.')
  .refine((text) => text.trim() === '' || isVisible(text), 'Enter a word, or leave it out.');

const NightlyTime = z.string().check(({value, issues}) => {
  const message = nightlyError(value);
  if (message !== null) issues.push({code: 'custom', message, input: value});
});

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

type Numbers = Pick<Extract<Setting, {kind: 'number'}>, 'range' | 'isWhole' | 'notNumber'> & {readonly unit?: string};

export function numberSchema({range, isWhole, unit, notNumber}: Numbers): z.ZodNumber {
  const scale = unit === 'EUR' ? 100 : 1;
  const {least, tooLittle, most, tooMuch} = range;
  const number = z
    .number(notNumber ?? 'Enter a number.')
    .min(least * scale, tooLittle)
    .max(most * scale, tooMuch);
  return isWhole || unit === 'EUR' ? number.int(notNumber ?? 'Enter a whole number.') : number;
}

const mapped = (all: Descriptions, toSchema: (setting: Setting) => z.ZodType): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(all).map(([name, setting]) => [name, toSchema(setting)]));
