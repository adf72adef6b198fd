// What was done in a store, as the API answers it.
import {AuditPage} from '#contract/activity/audit.ts';
import {build} from '../answers.ts';

const noValues = {detail: null, before: null, after: null};

export const anActivity = build(AuditPage, {
  you: 'user:42',
  currency: 'EUR',
  entries: [
    ...[5, 4, 3].map((id) => ({
      ...noValues,
      id,
      at: `2026-11-20T11:00:0${id}.000Z`,
      actor: 'user:7',
      action: 'address_read' as const,
      subject: 'order-1',
      kind: 'orders' as const,
      name: '#1042',
    })),
    {
      ...noValues,
      id: 2,
      at: '2026-11-20T10:00:00.000Z',
      actor: 'user:42',
      action: 'cost_approved',
      subject: 'A-100',
      kind: 'products',
      name: 'Fjordline knit jumper',
      before: '€20.00',
      after: '€30.00',
    },
    {
      ...noValues,
      id: 1,
      at: '2026-11-19T10:00:00.000Z',
      actor: 'user:7',
      action: 'key_refused',
      subject: 'catalogue-key',
      kind: 'keys',
      name: null,
    },
  ],
  nextBefore: null,
})();
