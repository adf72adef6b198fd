// What an undo takes back of a run: what the store still shows as the run wrote it, and nothing else.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {writtenFields} from '#domain/catalogue/product-fields.ts';
import {ProductGid} from '#domain/ids.ts';
import {type ChangeToUndo, planUndo, type UndoFacts} from '#domain/undo/plan-undo.ts';

const productGid = ProductGid.parse('gid://shopify/Product/1');
const change = (facts: Partial<ChangeToUndo> = {}): ChangeToUndo => ({
  kind: 'update',
  field: 'price',
  undo: {from: '12.00', to: '10.00'},
  ...facts,
});
const facts = (live: Record<string, string | null>, written = live, status = 'ACTIVE'): UndoFacts => ({
  listing: {state: 'active', productGid, written},
  shown: {values: live, status},
  currency: 'EUR',
  undone: new Map(),
});
const only = (...[changes, known]: Parameters<typeof planUndo>) => {
  const steps = planUndo(changes, known);
  expect(steps).toHaveLength(1);
  return steps[0];
};

describe('a field', () => {
  const ours = {price: '12.00'};
  test('is set back while the store shows what the run wrote', () => {
    expect(only([change()], facts(ours))).toMatchObject({kind: 'set_back', from: '12.00', to: '10.00'});
  });

  test.each([
    ['the merchant changed it', facts({price: '99.00'}, ours), 'edited'],
    ['a later run wrote another value', facts({price: '13.00'}), 'changed_since'],
    ['the merchant typed the run’s value over that of a later run', facts(ours, {price: '13.00'}), 'edited'],
    ['it was given back to the sync', facts(ours, {}), 'changed_since'],
    ['it is as before already', facts({price: '10.00'}, ours), 'as_before'],
    ['its product left the store', {...facts(ours), shown: null}, 'gone'],
    ['its listing is gone', {...facts(ours), listing: null}, 'gone'],
    ['the store has another currency', {...facts({...ours, currency: 'EUR'}), currency: 'SEK'}, 'currency'],
  ] as const)('stays when %s', (_when, known, because) => {
    expect(only([change()], known)).toMatchObject({kind: 'stays', because});
  });

  test('stays when what it was is not known, also where the run found it empty', () => {
    expect(only([change({undo: null})], facts(ours))).toMatchObject({because: 'not_known'});
    expect(only([change({undo: {from: '12.00', to: null}})], facts(ours))).toMatchObject({because: 'not_known'});
  });

  test('that an interrupted undo wrote counts as set back and is not written again', () => {
    const begun = change({undo: {from: '12.00', to: '10.00', begun: true}});
    expect(only([begun], facts({price: '10.00'}, ours))).toMatchObject({kind: 'set_back', isWritten: true});
    expect(only([begun], facts(ours))).toMatchObject({kind: 'set_back', isWritten: false});
    expect(only([begun], facts({price: '11.00'}, ours))).toMatchObject({because: 'edited'});
  });

  test('that an interrupted undo wrote to some of the variants is written again', () => {
    const begun = change({undo: {from: '12.00', to: '10.00', begun: true}});
    expect(only([begun], facts({price: '10.00, 12.00'}, ours))).toMatchObject({kind: 'set_back', isWritten: false});
    // Without a begun undo the merchant made the variants differ, and with a third price too.
    expect(only([change()], facts({price: '10.00, 12.00'}, ours))).toMatchObject({because: 'edited'});
    expect(only([begun], facts({price: '10.00, 11.00'}, ours))).toMatchObject({because: 'edited'});
  });

  describe('after later runs were undone', () => {
    const since = (...undone: readonly {from: string; to: string}[]) => new Map([['price', undone]]);
    const later = {from: '13.00', to: '12.00'};
    const last = {from: '14.00', to: '13.00'};

    test.each([
      ['the last of them', '13.00', since(later)],
      ['both of them, the newer first', '14.00', since(last, later)],
    ])('is set back where %s left what the run wrote', (_which, written, undone) => {
      const known = {...facts(ours, {price: written}), undone};
      expect(only([change()], known)).toMatchObject({kind: 'set_back', from: '12.00', to: '10.00'});
    });

    test.each([
      ['the merchant changed it after the undo', facts({price: '99.00'}, {price: '13.00'}), since(later), 'edited'],
      ['a run wrote the later value again', facts({price: '13.00'}), since(later), 'changed_since'],
      [
        'only the newer of two runs was undone',
        facts({price: '13.00'}, {price: '14.00'}),
        since(last),
        'changed_since',
      ],
      ['the undo was of a value that is not the last one', facts(ours, {price: '15.00'}), since(later), 'edited'],
    ])('stays when %s', (_when, known, undone, because) => {
      expect(only([change()], {...known, undone})).toMatchObject({kind: 'stays', because});
    });
  });

  test('that a run changed twice goes back to what it was before the first', () => {
    const twice = [change({undo: {from: '11.00', to: '10.00'}}), change({undo: {from: '12.00', to: '11.00'}})];
    expect(only(twice, facts(ours))).toMatchObject({from: '12.00', to: '10.00'});
  });

  test('is set back exactly where it is still ours, for any fields and edits', () => {
    const value = fc.constantFrom('a', 'b', 'c');
    const field = fc.record({to: value, from: value, written: value, live: value});
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...writtenFields), field, {noNullPrototype: true}), (fields) => {
        const of = (name: 'written' | 'live') =>
          Object.fromEntries(Object.entries(fields).map(([key, values]) => [key, values[name]]));
        const changes = Object.entries(fields).map(([key, undo]) => change({field: key, undo}));
        const steps = planUndo(changes, facts(of('live'), of('written')));
        expect(steps).toHaveLength(changes.length);
        const back = steps.flatMap((step) => (step.kind === 'set_back' ? [step.field] : []));
        const expected = Object.entries(fields)
          .filter(
            ([key, {to, from, written, live}]) => key !== 'cost' && live === from && written === from && live !== to,
          )
          .map(([key]) => key);
        expect(back.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});

describe('a product', () => {
  const status = (kind: string, from: string | null, to: string | null) =>
    change({kind, field: 'status', undo: {from, to}});
  const inState = (state: 'active' | 'held' | 'retired', live: string) => ({
    ...facts({}, {}, live),
    listing: {state, productGid, written: {}},
  });

  test('that a run retired or held comes back as it was, with a warning', () => {
    expect(only([status('retire', 'ARCHIVED', 'UNLISTED')], inState('retired', 'ARCHIVED'))).toMatchObject({
      kind: 'set_back',
      to: 'UNLISTED',
      warning: 'not_offered',
    });
    expect(only([status('hold', 'DRAFT', 'ACTIVE')], inState('held', 'DRAFT'))).toMatchObject({warning: 'was_held'});
  });

  test('that a run created or put on sale becomes a draft; its fields are left alone', () => {
    const created = [status('create', 'ACTIVE', 'DRAFT'), change({kind: 'create', field: 'title', undo: null})];
    expect(only(created, inState('active', 'ACTIVE'))).toMatchObject({to: 'DRAFT', warning: 'off_sale'});
    expect(only([status('restore', 'ACTIVE', 'DRAFT')], inState('active', 'ACTIVE'))).toMatchObject({to: 'DRAFT'});
  });

  test.each([
    ['was put on sale by the merchant', 'hold', inState('held', 'ACTIVE'), 'as_before'],
    ['was archived by the merchant', 'hold', inState('held', 'ARCHIVED'), 'edited'],
    ['was retired by a later run', 'hold', inState('retired', 'DRAFT'), 'changed_since'],
    ['came back by a later run', 'retire', inState('active', 'ACTIVE'), 'changed_since'],
  ] as const)('stays when it %s', (_when, kind, known, because) => {
    expect(only([status(kind, 'DRAFT', 'ACTIVE')], known)).toMatchObject({kind: 'stays', because});
  });

  test('comes back although a later run had changed it, where that run was undone', () => {
    const undone = new Map([['status', [{from: 'ACTIVE', to: 'DRAFT'}]]]);
    const active = {...inState('active', 'DRAFT'), undone};
    expect(only([status('hold', 'DRAFT', 'ACTIVE')], active)).toMatchObject({kind: 'set_back', to: 'ACTIVE'});
    const archived = {...inState('active', 'ARCHIVED'), undone};
    expect(only([status('hold', 'DRAFT', 'ACTIVE')], archived)).toMatchObject({because: 'edited'});
  });

  test('that was created as a draft stays, since no product is deleted; so does what cannot come back', () => {
    const draft = change({kind: 'create', field: 'status', undo: null});
    expect(only([draft], inState('active', 'DRAFT'))).toMatchObject({because: 'draft_already'});
    expect(only([change({kind: 'delete', field: 'product'})], facts({}))).toMatchObject({because: 'deleted'});
    for (const field of ['variants', 'images', 'cost'] as const) {
      expect(only([change({field})], facts({[field]: '12.00'}))).toMatchObject({kind: 'stays', because: field});
    }
  });

  test('of which the run only took note has nothing to undo', () => {
    const notes = [
      change({field: 'state', undo: null}),
      change({kind: 'quarantine', field: 'images', undo: null}),
      change({kind: 'adopt', field: 'product', undo: null}),
    ];
    expect(planUndo(notes, facts({}))).toEqual([]);
  });
});
