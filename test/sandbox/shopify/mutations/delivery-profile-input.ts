// What deliveryProfileCreate and deliveryProfileUpdate take. Selling plans, carriers' rates and single provinces are not modelled.

import {z} from 'zod';
import {Amount} from './variant-fields.ts';

const Ids = z.array(z.string()).nullish();
const Money = z.strictObject({amount: Amount, currencyCode: z.string()});
const operator = z.enum(['GREATER_THAN_OR_EQUAL_TO', 'LESS_THAN_OR_EQUAL_TO']);

export const Method = z.strictObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  active: z.boolean().nullish(),
  rateDefinition: z.strictObject({id: z.string().nullish(), price: Money}).nullish(),
  weightConditionsToCreate: z
    .array(z.strictObject({operator, criteria: z.strictObject({value: z.number(), unit: z.string()})}))
    .nullish(),
  priceConditionsToCreate: z.array(z.strictObject({operator, criteria: Money})).nullish(),
});
export type Method = z.infer<typeof Method>;

export const Zone = z.strictObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  countries: z
    .array(
      z.strictObject({
        code: z.string().nullish(),
        restOfWorld: z.boolean().nullish(),
        includeAllProvinces: z.literal(true).nullish(),
      }),
    )
    .nullish(),
  methodDefinitionsToCreate: z.array(Method).nullish(),
  methodDefinitionsToUpdate: z.array(Method).nullish(),
});
export type Zone = z.infer<typeof Zone>;

export const Group = z.strictObject({
  id: z.string().nullish(),
  locations: Ids,
  locationsToAdd: Ids,
  locationsToRemove: Ids,
  zonesToCreate: z.array(Zone).nullish(),
  zonesToUpdate: z.array(Zone).nullish(),
});
export type Group = z.infer<typeof Group>;

export const ProfileInput = z.strictObject({
  name: z.string().nullish(),
  locationGroupsToCreate: z.array(Group).nullish(),
  locationGroupsToUpdate: z.array(Group).nullish(),
  locationGroupsToDelete: Ids,
  zonesToDelete: Ids,
  methodDefinitionsToDelete: Ids,
  conditionsToDelete: Ids,
  variantsToAssociate: Ids,
  variantsToDissociate: Ids,
});
export type ProfileInput = z.infer<typeof ProfileInput>;
