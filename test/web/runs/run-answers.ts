// What the server may say of runs, their changes and their undo, each checked against the contract it belongs to.
import {Changes, type Run} from '#contract/runs.ts';
import {UndoPreview} from '#contract/undo.ts';
import {aRun, build} from '../answers.ts';

type Change = Changes['changes'][number];

const usual: Change = {
  id: 1,
  runId: 'run-1',
  articleId: '100016',
  name: 'Leather shoulder bag',
  kind: 'update',
  field: 'price',
  before: '71.89',
  after: '79.90',
  why: 'The supplier’s price went from €36.83 to €41.00.',
  applied: true,
  at: '2026-11-20T03:30:40.000Z',
};

export const aChange = (facts: Partial<Change> = {}): Change =>
  Changes.parse({changes: [{...usual, ...facts}], nextCursor: null}).changes[0] ?? usual;

export const someChanges = (): Change[] => [
  aChange(),
  aChange({
    id: 2,
    field: 'description',
    before: '<p>Soft leather.</p>',
    after: '<p>Soft leather, lined.</p>',
    why: 'The supplier’s catalogue or your template changed.',
  }),
  aChange({
    id: 3,
    articleId: '100020',
    name: '',
    kind: 'retire',
    field: 'status',
    before: 'ACTIVE',
    after: 'DRAFT',
    why: 'The supplier no longer offers it for single-piece purchase.',
  }),
];

export const aPreviewRun = (): Run =>
  aRun({id: 'run-3', kind: 'preview', trigger: 'merchant', startedAt: '2026-11-19T10:00:00.000Z'});

export const anUndo = (facts: Partial<Run> = {}): Run =>
  aRun({
    id: 'run-9',
    kind: 'undo',
    trigger: 'merchant',
    undoes: 'run-1',
    counts: {...aRun().counts, chosen: 3, updated: 2, unchanged: 1},
    ...facts,
  });

export const anUndoPreview = build(UndoPreview, {
  refusal: null,
  products: 42,
  fields: [
    {field: 'price', count: 41},
    {field: 'status', count: 1},
  ],
  sample: [
    {articleId: '100016', name: 'Leather shoulder bag', field: 'price', from: '79.90', to: '71.89'},
    {articleId: '100020', name: '', field: 'status', from: 'DRAFT', to: 'ACTIVE'},
  ],
  stays: [
    {
      reason: 'You changed it since the update. Your value stays.',
      count: 2,
      sample: [{articleId: '100031', name: 'Wool coat', field: 'price'}],
    },
    {
      reason: 'The product is no longer in your store.',
      count: 1,
      sample: [{articleId: '100040', name: 'Silk scarf', field: 'price'}],
    },
  ],
  warnings: [{text: 'They are on sale again although the supplier no longer offers them.', count: 1}],
  losing: {
    count: 4,
    notKnown: 2,
    currency: 'EUR',
    sample: [
      {articleId: '100016', name: 'Leather shoulder bag', price: 7_189, least: 8_040},
      {articleId: '100020', name: '', price: 2_990, least: 3_410},
    ],
  },
  waits: false,
  previewId: 'sealed',
});
