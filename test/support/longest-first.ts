// The order of test files. Vitest begins with the longest ones, but in a fresh clone it knows sizes only. Small files that take long are
// named here: as the last of their project they would run alone while the other workers wait.
import {existsSync} from 'node:fs';
import {BaseSequencer, type TestSpecification} from 'vitest/node';

const test = new URL('..', import.meta.url).pathname;
const long = [
  'jobs/orders/placing-histories-one-shop.test.ts',
  'jobs/orders/placing-histories-many-shops.test.ts',
  'web/orders-page.test.ts',
  'web/routes.test.ts',
  'db/embedded-folder.test.ts',
  'db/supplier-places.test.ts',
  'jobs/orders/sent-before.test.ts',
  'processes/recordings.test.ts',
  'processes/disk-full.test.ts',
  'processes/newcomer.test.ts',
  'faults/kill-placing.test.ts',
  'faults/stall-placing.test.ts',
].map((name) => `${test}${name}`);

const missing = long.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`longest-first.ts names files that are not there: ${missing.join(', ')}`);

const isLong = ({moduleId}: TestSpecification): boolean => long.includes(moduleId);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's method, not an array's
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({project}) => project.name))];
    return projects.flatMap((name) => {
      const own = sorted.filter(({project}) => project.name === name);
      return [...own.filter((file) => isLong(file)), ...own.filter((file) => !isLong(file))];
    });
  }
}
