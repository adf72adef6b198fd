// The HTTP API between the embedded page and the server: every request and answer, once, for both sides; the door to its
// rooms. All routes are below /api, carry a session token, and speak of the token's shop only. Money is integer minor units.
export * from './contract/approvals.ts';
export * from './contract/article.ts';
export * from './contract/articles.ts';
export * from './contract/connection.ts';
export * from './contract/dropship-orders.ts';
export * from './contract/error.ts';
export * from './contract/order-money.ts';
export * from './contract/order-moves.ts';
export * from './contract/order-settings.ts';
export * from './contract/overview.ts';
export * from './contract/preview.ts';
export * from './contract/runs.ts';
export * from './contract/settings.ts';
