import {describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {Settings, withSettingsVersion} from '#domain/settings/settings.ts';
import {loadAudit} from '../../server/db/shops/audit.ts';
import {saveSettings} from '../../server/db/shops/shops.ts';
import {Preview} from '../../server/http/contract/preview.ts';
import {Choices, General, Template} from '../../server/http/contract/settings.ts';
import {signSessionToken} from '../sandbox/shopify/session-token.ts';
import {ask} from './asking.ts';
import {fieldErrorsOf, keys, refusalOf, shop} from './bare-app.ts';
import {form, useSettingsPage} from './settings/settings-page.ts';

const defaultSettings = Settings.parse({});

describe('settings', () => {
  const {app, page, put, settings} = useSettingsPage();
  const stored = async () =>
    (await app().deps.db.selectFrom('shops').select('settings').where('shop', '=', shop).executeTakeFirstOrThrow())
      .settings;

  it('who paused sending or changed the template is written down, with what it was before and what it is after', async () => {
    await put(form);
    await app().deps.db.deleteFrom('audit').execute();
    await put({...form, sendingPaused: true});
    await put({...form, sendingPaused: true});
    const template = {...Template.parse((await page('GET', '/settings/template')).json), standingSize: 'one size'};
    expect((await page('PUT', '/settings/template', template)).status).toBe(200);
    const trail = (await loadAudit(app().deps.db, shop)).toReversed();
    expect(trail.map(({actor, action, subject, ...values}) => [actor, action, subject, values.detail])).toEqual([
      ['user:42', 'settings_changed', 'settings', 'orders.sendingPaused'],
      ['user:42', 'settings_changed', 'template', 'orders.standingSize'],
    ]);
    expect(trail.map(({before, after}) => [before, after])).toEqual([
      ['orders.sendingPaused: false', 'orders.sendingPaused: true'],
      ['orders.standingSize: null', 'orders.standingSize: "one size"'],
    ]);
  });

  it('of the rules only what differs is written down, with its values', async () => {
    const including = (named: object) => ({effect: 'include', ...named});
    const brands = (...names: string[]) => including({id: 'brands', brands: names});
    const save = async (choice: readonly object[]) => {
      const {id} = Preview.parse((await page('POST', '/preview', {choice})).json);
      expect((await page('PUT', '/settings/rules', {choice, previewId: id})).status).toBe(200);
    };
    await save([brands('Fjällgrim', 'O’Hara & Söhne'), including({id: 'categories', categories: ['Shoes']})]);
    await app().deps.db.deleteFrom('audit').execute();
    await save([brands('O’Hara & Söhne', 'Bruma Roja')]);
    const [entry] = await loadAudit(app().deps.db, shop);
    expect(entry).toMatchObject({detail: 'choice'});
    expect(entry?.before?.split('\n')).toEqual([
      'choice[brands].brands: ["Fjällgrim"]',
      expect.stringMatching(/^choice: \[\{"id":"categories".*"categories":\["Shoes"\]/),
    ]);
    expect(entry?.after?.split('\n')).toEqual(['choice[brands].brands: ["Bruma Roja"]', 'choice: []']);
  });

  it('of a shop that has set nothing are the defaults: drafts, four in the morning', async () => {
    expect(await settings()).toEqual({
      newProducts: 'draft',
      nightlyAt: '04:00',
      sendingPaused: false,
      approveEach: false,
      sendTestOrders: false,
      delayMinutes: 0,
      waitForFraudAnalysis: true,
      costLimit: null,
      marginFloor: null,
      priceGuardPercent: 10,
      maxAgeDays: 7,
      standingColour: null,
      standingSize: null,
      storeEmail: null,
      notifyBuyer: true,
      paymentDays: 5,
      retentionDays: 365,
    });
  });

  it('come back as they were saved, to the letter', async () => {
    const answer = await put(form);
    expect(answer.status).toBe(200);
    expect(General.parse(answer.json)).toEqual(form);
    expect(await settings()).toEqual(form);
  });

  it('the standing colour is saved with them, and kept where it is left out', async () => {
    expect((await put({...form, standingColour: 'assorted'})).status).toBe(200);
    const {standingColour: _left, ...without} = form;
    await put(without);
    expect(await settings()).toEqual({...form, standingColour: 'assorted'});
    await put(form);
    expect(await settings()).toEqual(form);
    expect((await put({...form, standingColour: '\u200b'})).status).toBe(422);
  });

  it('how long orders wait is saved with them, and kept where it is left out', async () => {
    await put(form);
    const {delayMinutes: _delay, waitForFraudAnalysis: _wait, ...without} = form;
    await put(without);
    expect(await settings()).toEqual(form);
    await put({...form, delayMinutes: 0, waitForFraudAnalysis: true});
    expect(await settings()).toEqual({...form, delayMinutes: 0, waitForFraudAnalysis: true});
    for (const delayMinutes of [-1, 2_881, 1.5]) expect((await put({...form, delayMinutes})).status).toBe(422);
  });

  it('that the page does not show are kept when it saves', async () => {
    const answer = {articleId: 'A-1', category: null, colour: null, size: '42'};
    const orders = {...defaultSettings.orders, standingAnswers: [answer]};
    await saveSettings(app().deps.db, shop, {...defaultSettings, orders, historyDays: 30}, new Date());
    await put(form);
    expect(await stored()).toMatchObject({orders: {standingAnswers: [answer]}, historyDays: 30});
  });

  it('that the page does not have are not taken: unknown fields, other settings, the prototype', async () => {
    const text = JSON.stringify({...form, orders: {maxAgeDays: 60}, shop: 'other.myshopify.com', admin: true});
    const answer = await put(text.replace('{', '{"__proto__": {"polluted": true}, '));
    expect(answer.status).toBe(200);
    expect(await stored()).toMatchObject({
      orders: {...defaultSettings.orders, sendTestOrders: true, delayMinutes: 15, waitForFraudAnalysis: false},
    });
    expect(JSON.stringify(await stored())).not.toMatch(/other\.myshopify|admin|polluted/);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it.each(['00:00', '02:30', '03:00', '03:29'])('a night at %s is refused: clocks change then', async (nightlyAt) => {
    const refusal = refusalOf(await put({...form, nightlyAt}));
    expect(refusal).toMatchObject({status: 422, code: 'invalid_input', field: 'nightlyAt'});
    expect(refusal.message).toContain('03:30 or later');
    expect((await settings()).nightlyAt).toBe('04:00');
  });

  it.each(['03:30', '12:00', '23:59'])('a night at %s is taken', async (nightlyAt) => {
    expect((await put({...form, nightlyAt})).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['an hour that does not exist', {nightlyAt: '24:00'}, 'nightlyAt'],
    ['an hour in words', {nightlyAt: 'four'}, 'nightlyAt'],
    ['a state no product has', {newProducts: 'archived'}, 'newProducts'],
    ['a switch that is neither', {sendingPaused: 'yes'}, 'sendingPaused'],
    ['a choice, which has a page of its own', {choice: {brands: ['Fjällgrim'], categories: []}}, 'choice'],
    ['a zero byte', {standingColour: 'nul\u0000'}, 'standingColour'],
    ['half a character', {standingColour: '\ud83d'}, 'standingColour'],
  ])('%s is refused, with the field and a sentence, and nothing is saved', async (_title, wrong, field) => {
    const refusal = refusalOf(await put({...form, ...wrong}));
    expect(refusal).toMatchObject({status: 422, code: 'invalid_input', field});
    expect(refusal.message).toMatch(/^[A-Z].*\.$/);
    expect(refusal.message).not.toMatch(/invalid|expected|received|undefined/i);
    expect(await stored()).toEqual(withSettingsVersion({}));
  });

  it('of several wrong fields every one is named at once, the first of them also by itself', async () => {
    const wrong = {newProducts: 7, delayMinutes: -1, nightlyAt: '02:00'};
    const answer = await put({...form, ...wrong});
    expect(fieldErrorsOf(answer)).toEqual({
      newProducts: expect.stringMatching(/^[A-Z].*\.$/),
      delayMinutes: 'Enter 0 or more.',
      nightlyAt: expect.stringContaining('03:30 or later'),
    });
    expect(refusalOf(answer)).toMatchObject({field: 'newProducts'});
    const brands = ['ok', 7, '', 'x'.repeat(501)];
    const rules = await page('PUT', '/settings/rules', {choice: [{id: 'a', effect: 'include', brands}]});
    expect(Object.keys(fieldErrorsOf(rules))).toEqual([1, 2, 3].map((at) => `choice.0.brands.${at}`));
    const many = [{id: 'a', effect: 'include', brands: Array(4_000).fill('')}];
    expect(Object.keys(fieldErrorsOf(await page('PUT', '/settings/rules', {choice: many})))).toHaveLength(100);
    const tooMany = [{id: 'a', effect: 'include', brands: Array(5_001).fill('b')}];
    expect(fieldErrorsOf(await page('PUT', '/settings/rules', {choice: tooMany}))).toHaveProperty(['choice.0.brands']);
    expect(await stored()).toEqual(withSettingsVersion({}));
  });

  it.each([
    ['is cut off', '{"newProducts": "dr'],
    ['is no JSON', 'choice=all'],
    ['is a bare word', 'true'],
    ['is null', 'null'],
    ['holds a number too large to be one', JSON.stringify(form).replace('15', '1e999')],
    ['is empty', ''],
  ])('a body that %s is refused in words', async (_title, body) => {
    const refusal = refusalOf(await put(body));
    expect([400, 422]).toContain(refusal.status);
    expect(refusal.message).toMatch(/^[A-Z].*\.$/);
    expect(refusal.message).not.toMatch(/JSON|token|position|expected/i);
    expect(await stored()).toEqual(withSettingsVersion({}));
  });

  it('a body too large is refused, packed small as well', async () => {
    const brands = Array.from({length: 4_000}, (_, i) => `${i}${'x'.repeat(60)}`);
    expect(refusalOf(await put({...form, unknown: brands}))).toMatchObject({
      status: 413,
      code: 'too_large',
      message: 'The request is too large.',
    });
    expect(await stored()).toEqual(withSettingsVersion({}));
  });

  it('a body that is not sent as JSON is not read', async () => {
    const headers = {
      authorization: `Bearer ${signSessionToken(keys, shop, Date.now())}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await ask(`${app().url}/api/settings/general`, {method: 'PUT', headers, body: JSON.stringify(form)});
    expect(answer.status).toBe(422);
    expect(await stored()).toEqual(withSettingsVersion({}));
  });

  it('brands and categories to choose from are those of the articles that can be bought', async () => {
    expect(Choices.parse((await page('GET', '/choices')).json)).toEqual({brands: [], categories: []});
    const article = {shop, updated_at: new Date(), name: 'A shoe', data: '{}', listed: true};
    await app()
      .deps.db.insertInto('articles')
      .values([
        {...article, article_id: ArticleId.parse('1'), brand: 'Fjällgrim', category: 'Shoes'},
        {...article, article_id: ArticleId.parse('2'), brand: 'Fjällgrim', category: 'Belts'},
        {...article, article_id: ArticleId.parse('3'), brand: 'Gone', category: 'Gone', listed: false},
      ])
      .execute();
    const choices = Choices.parse((await page('GET', '/choices')).json);
    expect(choices.brands).toMatchObject([{name: 'Fjällgrim', articles: 2}]);
    expect(choices.categories).toHaveLength(2);
  });
});
