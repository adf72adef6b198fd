// The trail of who did what, as the merchant's page asks for it: by kind, by person, about one thing, with names, and as a file.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type AuditAction, actionsOf, auditKinds, auditText} from '#domain/activity/audit-actions.ts';
import {saveAudits} from '../../../server/db/shops/audit.ts';
import {AuditPage} from '../../../server/http/contract/activity/audit.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, otherShop, stock} from '../catalogue-test-app.ts';
import {saveOrder} from '../orders/acting.ts';

describe.each(engines.databases)('the activity of a store, on %s', (engine) => {
  let app: CatalogueTestApp;
  let order: string;
  const run = randomUUID();
  beforeAll(async () => {
    app = await openCatalogueTestApp(engine);
    await stock(app, {'A-1': {name: '=Linen shirt'}});
    order = await saveOrder(app, {order_name: '#1007', article_name: 'Wool jumper'});
    const entries: readonly (readonly [string, AuditAction, string])[] = [
      ['user:42', 'settings_changed', 'pricing'],
      ['user:7', 'choice_changed', 'A-1'],
      ['app', 'product_deleted', 'A-9'],
      ['user:42', 'marked_paid', order],
      ['app', 'buyer_refund_succeeded', order],
      ['user:7', 'run_started', run],
      ['user:42', 'key_refused', 'catalogue-key'],
    ];
    const rows = entries.map(([actor, action, subject]) => ({actor, action, subject, before: '=1+1', after: 'two'}));
    await saveAudits(app.db, shop, rows, new Date('2026-11-20T10:00:00Z'));
    await saveAudits(app.db, otherShop, [{actor: 'user:1', action: 'key_entered', subject: 'theirs'}], new Date());
    await app.db
      .insertInto('audit')
      .values({shop, at: new Date(), actor: 'app', action: 'of_a_later_release', subject: 'something'})
      .execute();
  });
  afterAll(() => app.close());

  const actionsAt = async (query: string) =>
    (await app.merchant.get(`/audit${query}`, AuditPage)).entries.map(({action}) => action);

  it('names what each entry is about, and the person who looks; one of a later release is listed by its name', async () => {
    const {you, entries} = await app.merchant.get('/audit', AuditPage);
    expect(you).toBe('user:42');
    expect(entries.map(({action, kind, name}) => [action, kind, name])).toEqual([
      ['of_a_later_release', null, null],
      ['key_refused', 'keys', null],
      ['run_started', 'updates', null],
      ['buyer_refund_succeeded', 'refunds', '#1007, Wool jumper'],
      ['marked_paid', 'orders', '#1007, Wool jumper'],
      ['product_deleted', 'products', null],
      ['choice_changed', 'products', '=Linen shirt'],
      ['settings_changed', 'settings', null],
    ]);
  });

  it.each([
    ['?kind=products', ['product_deleted', 'choice_changed']],
    ['?kind=privacy', []],
    ['?by=app', ['of_a_later_release', 'buyer_refund_succeeded', 'product_deleted']],
    ['?by=people', ['key_refused', 'run_started', 'marked_paid', 'choice_changed', 'settings_changed']],
    ['?by=user:7', ['run_started', 'choice_changed']],
    ['?by=user:7&kind=products', ['choice_changed']],
    ['?by=user:1', []],
    ['?subject=theirs', []],
  ] as const)('%s leaves the entries that it names', async (query, actions) => {
    expect(await actionsAt(query)).toEqual(actions);
  });

  it('about one order has what was done to it and to its refund', async () => {
    expect(await actionsAt(`?subject=${order}`)).toEqual(['buyer_refund_succeeded', 'marked_paid']);
  });

  it.each([
    '?kind=nothing',
    '?kind=orders&kind=keys',
    '?by=',
    '?by=user:',
    `?by=user:${'4'.repeat(61)}`,
    '?by=user:%00',
    `?subject=${'x'.repeat(201)}`,
  ])('%s is refused with a sentence, on the page and as a file', async (query) => {
    for (const path of ['/audit', '/audit.csv']) {
      const {status, text} = await app.merchant.call('GET', `${path}${query}`);
      expect([path, status]).toEqual([path, 422]);
      expect(text).toMatch(/"message":"[A-Z][^"]*\."/);
    }
  });

  it('is a file with every entry that the filters leave, and no cell that a spreadsheet computes', async () => {
    const {status, text} = await app.merchant.call('GET', '/audit.csv?kind=products');
    expect(status).toBe(200);
    expect(text.replace('\ufeff', '').trimEnd().split('\r\n')).toEqual([
      '"time","person","kind","action","about","name","detail","before","after"',
      `"2026-11-20T10:00:00.000Z","Piecewise","Products","deleted the product","A-9","","","'=1+1","two"`,
      `"2026-11-20T10:00:00.000Z","user:7","Products","chose by hand","A-1","'=Linen shirt","","'=1+1","two"`,
    ]);
  });

  it('is a whole file where there are more entries than one reading takes', async () => {
    const many = Array.from({length: 2_300}, (_, at) => ({
      actor: 'user:9',
      action: 'choice_changed' as const,
      subject: `M-${at}`,
    }));
    await saveAudits(app.db, shop, many, new Date());
    const {text} = await app.merchant.call('GET', '/audit.csv?by=user:9');
    const about = [...text.matchAll(/"chose by hand","(M-\d+)"/g)].map(([, id]) => id);
    expect(about).toEqual(many.map(({subject}) => subject).toReversed());
    await app.db.deleteFrom('audit').where('actor', '=', 'user:9').execute();
  });
});

describe('the actions of the trail', () => {
  it('each belong to one kind, and each has words', () => {
    const all = Object.keys(auditKinds).flatMap((kind) => actionsOf(kind as keyof typeof auditKinds));
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(50);
    for (const action of all) expect(auditText(action)).not.toContain('_');
    expect(auditText('of_a_later_release')).toBe('of a later release');
  });
});
