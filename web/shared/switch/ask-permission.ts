// Asks for optional permissions, which Shopify does in a window of its own.
// https://shopify.dev/docs/api/app-home/latest/apis/authentication-and-data/scopes-api

/** Shopify's own question. @returns null once the merchant has agreed to all of them, else why nothing has changed. */
export async function askPermission(scopes: readonly string[]): Promise<string | null> {
  try {
    const {result} = await shopify.scopes.request([...scopes]);
    return result === 'granted-all'
      ? null
      : 'You did not give Piecewise the permission that Shopify asked for, so nothing has changed.';
  } catch {
    return 'Shopify does not ask for it here. Update Piecewise first, then try again.';
  }
}

/** What is said where Shopify was to be read once it is allowed, and did not answer. */
export const notAnsweredText = 'Shopify could not be asked. Try again in a minute.';
