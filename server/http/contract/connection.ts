// The two supplier keys.
import {z} from 'zod';

/** A supplier key as the API shows it: its state, and the last four characters of the stored key. */
const KeyState = z.object({
  /** `unreadable`: stored, but it cannot be decrypted with the current encryption keys; it must be entered again. */
  state: z.enum(['absent', 'accepted', 'rejected', 'unreadable']),
  last4: z.string().nullable(),
  /** When the supplier last gave this key a good answer: as it was entered or checked, or in an update. Null: not yet. */
  answeredAt: z.iso.datetime().nullable(),
});

/** GET /api/connection; also the answer of PUT and DELETE /api/connection/{catalogue-key,dropship-key}, and of POST /api/connection/check. */
export const Connection = z.object({
  /** `notes`: what the supplier says about the catalogue, such as what it does not have. */
  catalogue: KeyState.extend({partner: z.string().nullable(), notes: z.array(z.string()).readonly()}),
  dropship: KeyState,
  /** Where to request a key; null if the operator has not set it. */
  supportEmail: z.string().nullable(),
});
export type Connection = z.infer<typeof Connection>;

/** PUT /api/connection/catalogue-key and …/dropship-key. A key may contain any character. */
export const KeyInput = z.object({
  key: z.string('Enter the key.').trim().min(1, 'Enter the key.').max(1000, 'This is too long for a key.'),
});
