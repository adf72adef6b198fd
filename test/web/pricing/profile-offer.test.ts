// What the shipping profile would do, said before it is switched on.
import {describe, expect, test} from 'vitest';
import type {ShippingProfile} from '#contract/shipping/shipping-profile.ts';
import {browserRuns, phone, suiteName} from '../browser.ts';
import {openFold} from '../layout/folds.ts';
import {seen, useTestPage} from '../test-page.ts';
import {aProfile} from './pricing-answers.ts';

describe.runIf(browserRuns)(suiteName('the offer of the shipping profile'), () => {
  const testPage = useTestPage();
  type App = Awaited<ReturnType<typeof testPage.openAt>>;
  const open = (profile: ShippingProfile) => testPage.openAt('/pricing', {profile}, phone);
  const button = (app: App, name: string) => app.getByRole('button', {name, exact: true});

  test('says before it is on what it does, with counts, and what goes past it', async () => {
    const app = await open(aProfile());
    await app.getByRole('status').getByText('You sell to countries that are not served').waitFor();
    await openFold(app, 'What the profile does');
    await seen(
      app,
      'Shoppers would pay the supplier’s fee for their country, and could not check out where the supplier does not deliver.',
    );
    await seen(app, '206 products with 2,410 variants would move into it.');
    await seen(
      app,
      '4 countries you sell to are not served: Norway (NO), South Africa (ZA), Türkiye (TR) and Ukraine (UA). Shoppers there could no longer buy these products.',
    );
    await seen(
      app,
      'A shopper who buys several different articles would pay one fee, while the supplier charges you one',
    );
    await seen(app, 'the rates of both profiles would be added up');
    await seen(app, 'Custom shipping on draft orders and orders of other apps would go past it.');
    await seen(app, 'The other fair way');
    // Nothing that it would do is said as if it were so.
    const section = await app.locator('#shipping-profile').innerText();
    expect(section).not.toMatch(/cannot buy|variants move|you pay the rest|Shoppers pay /);
    await testPage.expectFits('profile-offer');
    await button(app, 'Go to “Add the shipping fee”').click();
    expect(await app.locator('s-select:focus').getAttribute('name')).toBe('carryZone');
  });

  test('before anything is in the store it can be switched on, and not tried', async () => {
    const app = await open(
      aProfile({all: {products: 0, variants: 0}, variants: {wanted: 0, moved: 0, taken: 0}, unserved: []}),
    );
    await openFold(app, 'What the profile does');
    await seen(app, 'None of your products is in the store yet.');
    await seen(app, 'The supplier delivers to every country you sell to.');
    expect(await button(app, 'Try it with three products').count()).toBe(0);
    await testPage.expectFits('profile-no-products');
  });
});
