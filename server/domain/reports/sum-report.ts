// tmp
export type SaleTrait = 'brand' | 'category' | 'zone' | 'article';
export type ReportSums = {orders: number; ended: number; unknown: number; otherCurrency: number; refunded: number; unread: number; revenue: number; cost: number; fees: number; payment: number};
