// What keeps the fulfilment service from taking stock away from where it belongs, and from being registered twice.
import type {Guard} from './guard.ts';

const plan = 'server/domain/fulfilment-service/plan-service.ts';
const stock = 'server/actions/fulfilment-service/move-stock.ts';
const variants = 'server/db/fulfilment-services/serviced-variants.ts';
const tests = ['service', 'service-kept', 'service-troubles'].map(
  (name) => `test/jobs/fulfilment-service/${name}.test.ts`,
);

export const serviceGuards: readonly Guard[] = [
  {
    name: 'where a variant was stocked is stored before it moves to the fulfilment service',
    changes: [
      {
        file: stock,
        from: 'await saveStockOrigins(db, shop, new Map(origins));',
        to: 'await saveStockOrigins(db, shop, new Map(origins.map(([gid]) => [gid, []])));',
      },
    ],
    tests,
  },
  {
    name: 'nothing is stocked at a location without shipping rates',
    changes: [
      {file: plan, from: "if (isLacking && rates === 'no')", to: "if (isLacking && rates === 'no' && !hasToMove)"},
    ],
    tests: ['test/domain/fulfilment-service/plan-service.test.ts'],
  },
  {
    name: 'a variant moves to the fulfilment service only from the shipping profile',
    changes: [
      {file: variants, from: '(${belongs(scope)} and ${isProfiled} and ${isToBeProfiled})', to: '(${belongs(scope)})'},
    ],
    tests,
  },
  {
    name: 'a variant that Shopify refuses to move stays where it was',
    changes: [{file: stock, from: 'if (others.length > 0) await change(', to: 'if (others.length > 9) await change('}],
    tests,
  },
  {
    name: 'a variant that the merchant moved from the fulfilment service stays there',
    changes: [{file: stock, from: 'if (!isGone && !isThere && stock.locations.length > 0) return null;', to: ''}],
    tests,
  },
  {
    name: 'the fulfilment service is deleted only once all variants are back',
    changes: [
      {
        file: plan,
        from: "return hasRefused ? {kind: 'stop', why: 'refused'} : {kind: 'remove', gid};",
        to: "return hasRefused ? {kind: 'remove', gid} : {kind: 'remove', gid};",
      },
    ],
    tests,
  },
  {
    name: 'a fulfilment service whose making was not answered is found',
    changes: [
      {file: plan, from: 'service.callbackUrl?.startsWith(callbackUrl)', to: 'service.callbackUrl === serviceName'},
    ],
    tests: [...tests, 'test/domain/fulfilment-service/plan-service.test.ts'],
  },
  {
    name: 'the shipping profile waits for variants that are stocked at the fulfilment service',
    changes: [
      {
        file: 'server/domain/shipping-profile/plan-profile.ts',
        from: "if (isServed) return {kind: 'stop', why: 'serviced'};",
        to: '',
      },
    ],
    tests,
  },
];
