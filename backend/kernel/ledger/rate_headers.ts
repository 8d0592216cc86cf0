import { attached } from '../ground/attached.js'
import type { RequestFacts } from '../ground/context.js'
import type { HttpContext } from '@adonisjs/core/http'

/** What is left of one meter, as a caller is told. */
export interface Standing {
  policy: Policy
  left: number
  /** Of a window: what is left of it. */
  leftMs?: number
}

/** How a meter is limited, as a caller is told. */
export interface Policy {
  name: string
  /** Its item in `RateLimit-Policy`. */
  item: string
}

/** @param seconds how long a window is; left out for what is used at once */
export const policyOf = (name: string, limit: number, seconds?: number): Policy => ({
  name,
  item:
    seconds === undefined
      ? `"${name}";q=${limit};qu="concurrent-requests"`
      : `"${name}";q=${limit};w=${seconds}`,
})

interface Standings {
  all: Standing[]
  /** Noted since they were written last. */
  isNew: boolean
}

/** By the request: whoever spends in the course of it stands in its headers. */
const standings = attached<RequestFacts, Standings>('standings')

/** Notes what is left of a meter; of one that is spent twice the later standing counts. */
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
 * The headers of draft-ietf-httpapi-ratelimit-headers: structured fields, one item a meter. On every answer of a call that
 * was counted, refusals included.
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
