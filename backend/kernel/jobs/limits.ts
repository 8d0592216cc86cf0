import type { AnyJobRef } from './reference.js'
import { tenantOf } from './lane.js'
import { signal, type Place } from './wake.js'

/**
 * A limit gives places to attempts. A limited job that is due is `held_key` until its key has a
 * place for it, then `held_name` until its name has one, and only then `waiting` for a worker. It has
 * its places until it is done, failed, cancelled or put back to be tried later; a job that its worker
 * has lost, or that waits for a call, keeps them. Jobs carry their limits: those of another version
 * of the program count for the jobs it has added.
 */
export interface Limits {
  /** The line of its key: `name/tenant/key`. */
  gate: string | null
  limit_of_key: number | null
  limit_of_name: number | null
}

/** What of a job's row tells which places it has. */
export type Limited = Pick<Limits, 'gate' | 'limit_of_name'> & {
  name: string
  tenant_id: string | null
}

const separator = '/'
const longestKey = 200

/** @throws a sentence for who wrote the call: a key that is missing, or that nothing asks for */
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

/** The places of a job that has left them, or of one that lines up for them. */
export function placeOf(job: Limited): Place {
  return { name: job.name, gate: job.gate, lastTenant: tenantOf(job) }
}

/** The places a line waits for. */
export function placeOfGate(gate: string): Place {
  return { name: gate.slice(0, gate.indexOf(separator)), gate, lastTenant: null }
}

/** Tells the worker of this process, behind a commit, that a job no longer has its places. */
export function vacate(job: Limited): void {
  if (isLimited(job)) signal({ kind: 'vacated', place: placeOf(job) })
}
