import type { AnyJobRef } from './reference.js'
import { tenantOf } from './lane.js'
import { signal, type Place } from './wake.js'

/**
 * A limit assigns places to attempts. A limited due job is `held_key` until its key has a place, then
 * `held_name` until its name has one, and only then `waiting` for a worker. It keeps its places until it is
 * done, failed, cancelled or rescheduled; a lost job, or one that waits for a call, keeps them. Jobs store
 * their limits, so limits of another program version apply to the jobs it added.
 */
export interface Limits {
  /** The line of its key: `name/tenant/key`. */
  gate: string | null
  limit_of_key: number | null
  limit_of_name: number | null
}

/** The columns that determine a job's places. */
export type Limited = Pick<Limits, 'gate' | 'limit_of_name'> & {
  name: string
  tenant_id: string | null
}

const separator = '/'
const longestKey = 200

/** @throws an error for the developer: a key that is missing or not used */
export function limitsOf(
  { name, limit, limitPerKey }: AnyJobRef,
  tenantId: string | null,
  limitKey: string | undefined
): Limits {
  if (limitPerKey !== undefined && !limitKey) {
    throw new Error(`Jobs named "${name}" are limited by key: enqueue them with a "limitKey".`)
  }
  if (limitPerKey === undefined && limitKey !== undefined) {
    throw new Error(`Jobs named "${name}" have no "limitPerKey": enqueue them without "limitKey".`)
  }
  if (limitKey && limitKey.length > longestKey) {
    throw new Error(`The "limitKey" of a job has at most ${longestKey} characters: ${limitKey}`)
  }
  return {
    gate: limitKey ? [name, tenantOf({ tenant_id: tenantId }), limitKey].join(separator) : null,
    limit_of_key: limitPerKey ?? null,
    limit_of_name: limit ?? null,
  }
}

export function isLimited({ gate, limit_of_name: limit }: Limited): boolean {
  return gate !== null || limit !== null
}

/** The places that a job has left, or queues for. */
export function placeOf(job: Limited): Place {
  return { name: job.name, gate: job.gate, lastTenant: tenantOf(job) }
}

/** The places a line waits for. */
export function placeOfGate(gate: string): Place {
  return { name: gate.slice(0, gate.indexOf(separator)), gate, lastTenant: null }
}

/** Signals the worker of this process, after a commit, that a job has left its places. */
export function vacate(job: Limited): void {
  if (isLimited(job)) signal({ kind: 'vacated', place: placeOf(job) })
}
