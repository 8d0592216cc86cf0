import type { Account } from '@crossdock/backend/users'

const hour = 60 * 60_000

/** A session ends `idleMs` after its last request, and at the latest `lifetimeMs` after sign-in. */
export const idleMs = 24 * hour
const lifetimeMs = 14 * 24 * hour

/** Maximum lifetime of an account's sessions; the organization may set a shorter one. */
export const lifetimeOf = ({ sessionHours }: Pick<Account, 'sessionHours'>): number =>
  sessionHours === null ? lifetimeMs : Math.min(lifetimeMs, sessionHours * hour)
