// The brake of which this one is what the merchant did not release; null: it is whole. A release before this one does not read it: a run
// of such a release lifts a rest that is too small for its own limits.
export const dividedBrakes: readonly string[] = ['alter table brakes add column rest_of uuid'];
