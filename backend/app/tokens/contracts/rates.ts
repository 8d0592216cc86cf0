/** How many requests a caller may send to `/api/v2`: a minute, an hour, and an hour with the plan `enterprise`. */
export const apiRates = { burst: 100, standard: 1_000, enterprise: 10_000 } as const

/** Seconds that a bearer is good for. */
export const bearerSeconds = 3600
