// A shop that remembers the items of the catalogue comes to the same as one that parses each of them, night after night.
import fc from 'fast-check';
import {expect, it} from 'vitest';
import {loadKnownItems} from '../../../server/db/known-items/known-items.ts';
import {oneEngine} from '../../support/test-app.ts';
import {onEachSyncTestApp, type Shop} from '../sync/sync-test-app.ts';
import {expectSame, type Night, type RawArticle, toPage, writings} from './feed.ts';

const articleCount = 12;

// On one engine: `unparsed` sends its statements on both.
onEachSyncTestApp('remembered items', {articles: articleCount, shops: 8, engines: oneEngine}, (app) => {
  const all = (): readonly RawArticle[] => app().supplier.catalogue.all();
  const openPair = async (): Promise<{remembering: Shop; forgetting: Shop}> => {
    const brands = [
      ...new Set(
        app()
          .supplier.catalogue.all()
          .map(({brand}) => brand),
      ),
    ];
    return {
      remembering: await app().openShop({brands, onRequest: true}),
      forgetting: await app().openShop({brands, onRequest: true}),
    };
  };
  const write = (at: number, writing = 'plain') => writings[writing]?.(all()[at % articleCount] ?? {}) ?? '';
  const inPages = (items: readonly string[], size = 4): Night =>
    Array.from({length: Math.ceil(items.length / size)}, (_, page) => items.slice(page * size, (page + 1) * size));
  const plainItems = () => all().map((_, at) => write(at));

  it('are known after the first night, and each way to write or spoil one comes to what parsing it comes to, twice and back', {
    timeout: 120_000,
  }, async () => {
    const pair = await openPair();
    await expectSame(app(), pair, inPages(plainItems()));
    expect((await loadKnownItems(app().deps.db, pair.remembering.domain)).articles.size).toBe(articleCount);
    for (const name of Object.keys(writings)) {
      const items = plainItems();
      const night = inPages([...items.slice(0, 5), write(5, name), ...items.slice(6)]);
      await expectSame(app(), pair, night, name);
      await expectSame(app(), pair, night, `${name}, again`);
      await expectSame(app(), pair, inPages(items), `after ${name}`);
    }
  });

  it('of many nights at random, with articles that come twice, on one page or on two', {timeout: 240_000}, async () => {
    const pair = await openPair();
    const names = Object.keys(writings);
    const entry = fc.record({
      at: fc.nat({max: articleCount - 1}),
      place: fc.nat({max: articleCount}),
      writing: fc.oneof(
        fc.constantFrom('plain', 'renamed', 'reversed', 'fault no-tiers', 'with signed images'),
        fc.constantFrom(...names),
      ),
      isAdded: fc.boolean(),
    });
    const nights = fc.record({entries: fc.array(entry, {maxLength: 4}), size: fc.constantFrom(3, 4, 5, 12)});
    for (const [number, {entries, size}] of fc.sample(nights, {seed: 38, numRuns: 70}).entries()) {
      const items = plainItems();
      for (const {at, place, writing, isAdded} of entries)
        items.splice(isAdded ? place : at, isAdded ? 0 : 1, write(at, writing));
      await expectSame(app(), pair, inPages(items, size), `night ${number}: ${JSON.stringify(entries)}`);
    }
  });

  it('of an article that comes twice are parsed: the last one counts, though it is the one that is known', async () => {
    const pair = await openPair();
    const rest = plainItems().slice(1);
    const nameAfter = async (night: Night) => {
      const {articles, counts} = await expectSame(app(), pair, night);
      expect(counts.articles).toBe(articleCount);
      return articles.find(({article_id: id}) => id === all()[0]?.['id'])?.['name'];
    };
    const name = all()[0]?.['name'];
    expect(await nameAfter(inPages([write(0), ...rest]))).toBe(name);
    expect(await nameAfter(inPages([write(0, 'renamed'), ...rest, write(0)]))).toBe(name);
    expect(await nameAfter(inPages([write(0, 'renamed'), write(0), ...rest]))).toBe(name);
    expect(await nameAfter(inPages([write(0), write(0, 'renamed'), ...rest]))).toBe(`${String(name)} II`);
    expect(await nameAfter(inPages([write(0), ...rest, write(0, 'renamed')]))).toBe(`${String(name)} II`);
    expect(await nameAfter(inPages([write(0, 'renamed'), ...rest, write(0), write(0)]))).toBe(name);
  });

  it('in an envelope with other fields, or that is broken, come to the same', async () => {
    const pair = await openPair();
    const plain = inPages(plainItems());
    await expectSame(app(), pair, plain);
    const second = plain[1] ?? [];
    const items = typeof second === 'string' ? [] : second;
    const pageTwo = (change: (page: string) => string): Night =>
      plain.map((page, at) => (at === 1 ? change(toPage(plain, 1, items)) : page));
    for (const [what, night] of [
      [
        'more fields',
        pageTwo((page) => page.replace('{', '{"generated_at":"2026","meta":{"a":{"b":[{}]}},"next":[1,2],')),
      ],
      ['cut off', pageTwo((page) => page.slice(0, -30))],
      ['a comma too many', pageTwo((page) => page.replace('},{', '},,{'))],
      ['an item that is not JSON', pageTwo((page) => page.replace('"sku":', '"sku":x'))],
      ['not ok', pageTwo((page) => page.replace('true', 'false'))],
      ['another page', pageTwo((page) => page.replace('"page":2', '"page":1'))],
      [
        'the page before it once more',
        pageTwo(() => toPage(plain, 1, typeof plain[0] === 'string' ? [] : (plain[0] ?? []))),
      ],
      ['items twice', pageTwo((page) => page.replace('{', `{"items":[${write(3, 'renamed')}],`))],
      ['without items', pageTwo((page) => page.replace('"items"', '"item"'))],
      ['empty', plain.map((page, at) => (at === 1 ? [] : page))],
    ] satisfies [string, Night][]) {
      await expectSame(app(), pair, night, what);
      await expectSame(app(), pair, plain, `after ${what}`);
    }
  });
});
