// Points of a connection: its page size counts by its logarithm, 2 + floor(2 · ln(size)) times one node.
// shopify.dev only says "sized by first and last"; the formula is https://community.shopify.dev/t/24364. Being wrong is
// harmless: the lane learns from every answer what a document really asks for.

export function connection(size: number, node: number): number {
  return 2 + Math.floor(2 * Math.log(Math.max(2, size))) * node;
}
