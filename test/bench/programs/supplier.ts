// The supplier in a process of its own, so that serving does not share a thread with what is measured.
import {parseArgs} from 'node:util';
import {startSupplier} from '../../sandbox/supplier/start.ts';

const {values: flags} = parseArgs({options: {articles: {type: 'string', default: '1200'}}});
const supplier = await startSupplier({articles: Number(flags.articles), excludedBrands: []});
process.stdout.write(
  `${JSON.stringify({
    url: supplier.url,
    catalogueKey: supplier.issueKey('catalogue'),
    dropshipKey: supplier.issueKey('dropship'),
  })}\n`,
);
process.on('SIGTERM', () => void supplier.close().then(() => process.exit(0)));
