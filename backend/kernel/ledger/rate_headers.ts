import { attached } from '../ground/attached.js'
import type { RequestFacts } from '../ground/context.js'
import type { HttpContext } from '@adonisjs/core/http'

/** What is left of one meter, for the caller. */
export interface Standing {
  policy: Policy
  left: number
  /** For a window: milliseconds until it ends. */
  leftMs?: number
}

/** The limit of a meter, for the caller. */
export interface Policy {
  name: string
  /** Its item in `RateLimit-Policy`. */
  item: string
}

/** @param seconds length of a window; absent for a concurrency limit */
export const policyOf = (name: string, limit: number, seconds?: number): Policy => ({
  name,
  item:
    seconds === undefined
      ? `"${name}";q=${limit};qu="concurrent-requests"`
      : `"${name}";q=${limit};w=${seconds}`,
})

interface Standings {
  all: Standing[]
  /** Recorded since the headers were last written. */
  isNew: boolean
}

/** By request: all usage during a request appears in its headers. */
const standings = attached<RequestFacts, Standings>('standings')

/** Records what is left of a meter; a later value replaces an earlier one. */
export function noteStanding(request: RequestFacts | undefined, standing: Standing): void {
  if (!request) return
  const known = standings.of(request)
  if (!known) return void standings.attach(request, { all: [standing], isNew: true })
  known.isNew = true
  const at = known.all.findIndex(({ policy }) => policy.name === standing.policy.name)
  if (at === -1) known.all.push(standing)
  else known.all[at] = standing
}

/**
 * Writes the headers of draft-ietf-httpapi-ratelimit-headers: structured fields, one item per meter. On every
 * answer to a counted call, including refusals.
 */
export function writeStandings({ response }: HttpContext, request: RequestFacts | undefined): void {
  const known = request && standings.of(request)
  if (!known?.isNew || response.headersSent) return
  known.isNew = false
  const { all } = known
  response.header('ratelimit-policy', all.map(({ policy }) => policy.item).join(', '))
  response.header('ratelimit', all.map(leftOf).join(', '))
}

function leftOf({ policy, left, leftMs }: Standing): string {
  const item = `"${policy.name}";r=${Math.max(0, left)}`
  return leftMs === undefined ? item : `${item};t=${Math.max(0, Math.ceil(leftMs / 1000))}`
}
