// Settings that are open on two pages at once.
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {saveSettings} from '../../../server/db/shops/shops.ts';
import {BasedOn, Template} from '../../../server/http/contract/settings.ts';
import {pathsOfPart, settingsPartNames, settingsParts} from '../../../server/http/settings-addresses.ts';
import {fieldErrorsOf, refusalOf, shop} from '../bare-app.ts';
import {form, useSettingsPage} from './settings-page.ts';

const Opened = z.looseObject({version: z.string()});

describe('settings', () => {
  const {app, page, put, settings} = useSettingsPage();

  it('opened on two pages are not overwritten unseen: the second page is told what differs', async () => {
    const opened = Opened.parse((await page('GET', '/settings/general')).json);
    const first = await put({...form, version: opened.version});
    expect(first.status).toBe(200);
    const second = await put({...form, nightlyAt: '05:00', standingColour: 'any', version: opened.version});
    expect(refusalOf(second)).toMatchObject({status: 409, code: 'changed_meanwhile'});
    expect(fieldErrorsOf(second)).toEqual({
      nightlyAt: 'Saved: "03:30". Given: "05:00".',
      standingColour: 'Saved: null. Given: "any".',
    });
    expect(await settings()).toEqual(form);
    const {version} = Opened.parse(first.json);
    expect(Opened.parse((await page('GET', '/settings/general')).json).version).toBe(version);
    expect((await put({...form, nightlyAt: '05:00', version})).status).toBe(200);
  });

  it('at their former addresses are the same settings, for pages loaded before a deploy', async () => {
    for (const part of settingsPartNames) {
      const {formerPath} = settingsParts[part];
      if (formerPath === null) continue;
      const [now, before] = await Promise.all(pathsOfPart(part).map((address) => page('GET', address)));
      expect([part, before?.json]).toEqual([part, now?.json]);
      expect([part, (await page('PUT', formerPath, before?.json)).status]).toEqual([part, 200]);
    }
    expect((await page('PUT', '/settings', {...form, version: 'of another'})).status).toBe(409);
  });

  it('left out of a request stay as they are, as on a page loaded before there was such a setting', async () => {
    expect((await put(form)).status).toBe(200);
    expect((await put({nightlyAt: '06:00'})).status).toBe(200);
    expect(await settings()).toEqual({...form, nightlyAt: '06:00'});
  });

  it('stored by an earlier release that checked less are shown by every part, and stay when another one is saved', async () => {
    // A word without anything visible: stored once, refused as an entry today.
    const orders = {standingColour: '\u200b', standingSize: '\u0007'};
    await saveSettings(app().deps.db, shop, {orders}, new Date());
    for (const part of settingsPartNames) {
      const [address] = pathsOfPart(part);
      expect([part, (await page('GET', address ?? '')).status]).toEqual([part, 200]);
    }
    expect((await put({nightlyAt: '06:00'})).status).toBe(200);
    expect((await page('GET', '/settings/general')).json).toMatchObject({...orders, nightlyAt: '06:00'});
  });

  it('sent again after the answer was lost are no conflict with themselves', async () => {
    const opened = Opened.parse((await page('GET', '/settings/general')).json);
    expect((await put({...form, version: opened.version})).status).toBe(200);
    expect((await put({...form, version: opened.version})).status).toBe(200);
    expect(await settings()).toEqual(form);
  });

  it('on a page are not out of date because other settings were saved, or the same ones', async () => {
    const opened = Opened.parse((await page('GET', '/settings/general')).json);
    const template = Template.parse((await page('GET', '/settings/template')).json);
    expect(
      (await page('PUT', '/settings/template', {...template, template: {...template.template, tags: ['wholesale']}}))
        .status,
    ).toBe(200);
    expect((await put({...opened, nightlyAt: '05:00'})).status).toBe(200);
    expect((await put({...opened, nightlyAt: '04:30'})).status).toBe(409);
    expect((await put({...opened, version: undefined})).status).toBe(200);
    expect((await put({...opened, nightlyAt: '05:00'})).status).toBe(200);
  });

  it.each([
    '/settings/rules',
    '/settings/pricing',
    '/settings/template',
    '/settings/products',
    '/settings/importing',
    '/settings/orders',
  ])('of %s carry a version too', async (path) => {
    const versionIn = (answer: {json: unknown}) => BasedOn.parse(answer.json).version;
    const opened = await page('GET', path);
    const saved = {...Object(opened.json)};
    expect(versionIn(opened)).toMatch(/./);
    expect((await page('PUT', path, saved)).status).toBe(200);
    const other = {
      choice: [{id: 'x', effect: 'include', brands: ['X']}],
      pricing: {markupPercent: 80},
      template: {title: '{brand}: {name}', vendors: {longer: 'A', b: 'B'}},
      owned: {title: 'sync'},
      historyDays: 33,
      maxAgeDays: 3,
    };
    const {choice, pricing} = other;
    const parts: Record<string, object> = {'/settings/rules': {choice}, '/settings/pricing': {pricing}};
    const preview = path in parts ? await page('POST', '/preview', parts[path]) : {json: {}};
    const previewId = Object(preview.json).id;
    const changed = await page('PUT', path, {...saved, ...other, previewId});
    expect([changed.status, versionIn(changed) === versionIn(opened)]).toEqual([200, false]);
    expect(refusalOf(await page('PUT', path, {...saved, previewId}))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
    expect(versionIn(await page('GET', path))).toBe(versionIn(changed));
  });
});
