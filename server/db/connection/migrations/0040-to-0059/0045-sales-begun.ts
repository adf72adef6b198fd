// Which run is about to put an article's product on sale, as the fence of that run's lease (server/db/runs/sale-claims.ts); null: none is.
// A program of the release before neither claims nor asks: while it goes on beside this one, its run may put a product back on sale that a
// merchant takes off sale in that moment, and retires it in its last step.
export const salesBegunColumn: readonly string[] = ['alter table articles add column selling_fence integer'];
