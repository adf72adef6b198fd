// The form of the page Settings, made from the descriptions of its settings.
import type {General} from '#contract/settings.ts';
import {generalSettings} from '#domain/settings/orders.ts';
import {type DescribedDraft, describedKind} from '../../shared/form/described.ts';
import type {FormKind, ReadingKind} from '../../shared/form/form-kind.ts';

export type GeneralDraft = DescribedDraft<typeof generalSettings>;

export const generalKind: FormKind<GeneralDraft, General> & ReadingKind<GeneralDraft, General> = {
  ...describedKind(generalSettings),
  changesProducts: () => false,
};
