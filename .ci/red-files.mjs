// Prints the files with red tests of a vitest report (its JSON reporter), one per line, from the project's folder.
import {readFileSync} from 'node:fs';
import {relative} from 'node:path';

const {testResults} = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const red = testResults.filter(({status}) => status === 'failed').map(({name}) => relative(process.cwd(), name));
process.stdout.write([...new Set(red)].map((file) => `${file}\n`).join(''));
