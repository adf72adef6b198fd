// The fields of the settings form one by one: their names for the merchant, when two of their values are the same, how a value is
// shown, and how it is taken from another draft.

import type {SettingsForm} from '#contract/settings.ts';
import type {FormField, FormKind} from '../../shared/form/form-kind.ts';
import {draftOf, type SettingsDraft} from './settings-draft.ts';

type SettingsField = FormField<SettingsDraft>;

export const labels = {
  nightlyAt: 'Nightly run starts at',
  newProducts: 'New products arrive as',
  sendingPaused: 'Pause sending',
  sendTestOrders: 'Send test orders too',
  standingColour: 'Colour to order where the supplier states none',
  delayMinutes: 'Minutes to wait before an order is sent',
  waitForFraudAnalysis: 'Wait for the fraud analysis',
} as const;

export const settingsFields: readonly SettingsField[] = [
  {
    label: labels.nightlyAt,
    meaning: ({nightlyAt}) => nightlyAt.trim(),
    shown: ({nightlyAt}) => nightlyAt,
    take: (draft, {nightlyAt}) => ({...draft, nightlyAt}),
  },
  {
    label: labels.newProducts,
    meaning: ({newProducts}) => newProducts,
    shown: ({newProducts}) => (newProducts === 'active' ? 'active products' : 'drafts'),
    take: (draft, {newProducts}) => ({...draft, newProducts}),
  },
  onOrOff('sendingPaused'),
  onOrOff('sendTestOrders'),
  onOrOff('waitForFraudAnalysis'),
  {
    label: labels.delayMinutes,
    meaning: ({delayMinutes}) => delayMinutes.trim().replace(/^0+(?=\d)/, ''),
    shown: ({delayMinutes}) => (delayMinutes.trim() === '' ? 'empty' : `${delayMinutes.trim()} min`),
    take: (draft, {delayMinutes}) => ({...draft, delayMinutes}),
  },
  {
    label: labels.standingColour,
    meaning: ({standingColour}) => standingColour?.trim() || null,
    shown: ({standingColour}) => (standingColour?.trim() ? `“${standingColour.trim()}”` : 'none'),
    take: (draft, {standingColour}) => ({...draft, standingColour}),
  },
];

export const settingsKind: FormKind<SettingsDraft, SettingsForm> = {draftOf, fieldsOf: () => settingsFields};

function onOrOff(which: 'sendingPaused' | 'sendTestOrders' | 'waitForFraudAnalysis'): SettingsField {
  return {
    label: labels[which],
    meaning: (draft) => draft[which],
    shown: (draft) => (draft[which] ? 'on' : 'off'),
    take: (draft, from) => ({...draft, [which]: from[which]}),
  };
}
