// When a webhook of a topic was last stored is one look at the end of an index. Without it, every stored webhook of the shop would be read.
import type {LargeIndex} from '../../schema-ledger.ts';

export const deliveriesByTopicIndexes: readonly LargeIndex[] = [
  {name: 'deliveries_by_topic', on: 'deliveries (shop, topic, received_at)'},
];
