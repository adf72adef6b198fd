// The facts with which tests claim a dropship order, and the attempt that the supplier answered.

export const claimFacts = {
  colour: 'red',
  size: 'M',
  quantity: 1,
  wanted: 1,
  scheduled: 0,
  country: 'DE',
  province: null,
  address_mark: null,
  name_mark: null,
  email_mark: null,
  zone: 'EU',
  warning: null,
  price: 1_000,
  fee: 1_600,
} as const;

export const answeredAttempt = {phase: 'answered', httpStatus: 200, verdict: 'placed', detail: null} as const;
