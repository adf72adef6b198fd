// A user error as a value: what Shopify answers when the request was understood but cannot be done.

export type UserError = {
  readonly code?: string | null;
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly elementIndex?: number | null;
};

/** Carries the first user error out of a deep step; `asUserErrors` turns it back into a value. */
export class Refusal extends Error {
  readonly userErrors: readonly UserError[];
  constructor(userErrors: readonly UserError[]) {
    super(userErrors[0]?.message ?? 'refused');
    this.userErrors = userErrors;
  }
}

export function refuse(code: string | null, field: readonly string[] | null, message: string): Refusal {
  return new Refusal([{code, field, message}]);
}

/** Runs a mutation's work; its refusals become the payload `onRefusal` makes of them. */
export function asUserErrors<T>(
  work: () => T,
  onRefusal: (userErrors: readonly UserError[], refusal: Refusal) => T,
): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return onRefusal(error.userErrors, error);
    throw error;
  }
}

/** Does the work for each of them; where any is refused, refuses with what was said of all. */
export function workOnAll<T, R>(items: readonly T[], work: (item: T, index: number) => R): R[] {
  const userErrors: UserError[] = [];
  const done = items.flatMap((item, index) =>
    asUserErrors(
      () => [work(item, index)],
      (errors) => {
        userErrors.push(...errors);
        return [];
      },
    ),
  );
  if (userErrors.length > 0) throw new Refusal(userErrors);
  return done;
}
