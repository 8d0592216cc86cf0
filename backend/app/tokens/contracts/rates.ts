/** Requests per caller to `/api/v2`: per minute, per hour, and per hour with the plan `enterprise`. */
export const apiRates = { burst: 100, standard: 1_000, enterprise: 10_000 } as const

/** Lifetime of a bearer in seconds. */
export const bearerSeconds = 3600
