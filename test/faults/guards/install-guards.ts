// What keeps a wrong environment, a stand-in elsewhere, other accounts and a changed package out.
import type {Guard} from './guard.ts';

const config = 'test/project/config.test.ts';
const launcher = 'test/project/launcher.test.ts';

export const installGuards: readonly Guard[] = [
  {
    name: 'a stand-in for Shopify is on this machine',
    changes: [
      {
        file: 'server/config.ts',
        from: '(origin) => isLoopbackAddress(new URL(origin)),',
        to: '(origin) => URL.canParse(origin),',
      },
    ],
    tests: [config],
  },
  {
    name: 'a stand-in for Shopify is refused in production',
    changes: [
      {
        file: 'server/config.ts',
        from: 'requiredText.refine(() => false,',
        to: 'requiredText.refine(() => true,',
      },
    ],
    tests: [config],
  },
  {
    name: 'nothing installs itself in production',
    changes: [{file: 'server/launch.mjs', from: "process.env.NODE_ENV === 'production'", to: 'false'}],
    tests: [launcher],
  },
  {
    name: 'the demo and the tests read no .env',
    changes: [
      {
        file: 'server/launch.mjs',
        from: 'const nodeFlags = flags.flatMap((flag) => {\n',
        to: "const nodeFlags = [...flags, '--with-env-file'].flatMap((flag) => {\n",
      },
    ],
    tests: [launcher],
  },
  {
    name: 'the folder of the embedded database is closed to other accounts',
    changes: [
      {
        file: 'server/db/connection/embedded-folder.ts',
        from: 'const otherAccountsMask = 0o077;',
        to: 'const otherAccountsMask = 0;',
      },
    ],
    tests: ['test/db/embedded-folder.test.ts'],
  },
];
