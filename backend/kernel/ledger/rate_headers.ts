import type { RequestFacts } from '../ground/context.js'
import type { HttpContext } from '@adonisjs/core/http'

/** What is left of one meter, as a caller is told. */
export interface Standing {
  policy: string
  limit: number
  left: number
  /** Of a window: how long it is, and what is left of it. */
  window?: { seconds: number; leftMs: number }
}

interface Standings {
  all: Standing[]
  /** Noted since they were written last. */
  isNew: boolean
}

/** By the request: whoever spends in the course of it stands in its headers. */
const standings = new WeakMap<RequestFacts, Standings>()

/** Notes what is left of a meter; of one that is spent twice the later standing counts. */
export function noteStanding(request: RequestFacts | undefined, standing: Standing): void {
  if (!request) return
  const known = standings.get(request)
  if (!known) return void standings.set(request, { all: [standing], isNew: true })
  known.isNew = true
  const at = known.all.findIndex(({ policy }) => policy === standing.policy)
  if (at === -1) known.all.push(standing)
  else known.all[at] = standing
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers: structured fields, one item a meter. On every answer of a call that
 * was counted, refusals included.
 */
export function writeStandings({ response }: HttpContext, request: RequestFacts | undefined): void {
  const known = request && standings.get(request)
  if (!known?.isNew || response.headersSent) return
  known.isNew = false
  const { all } = known
  response.header('ratelimit-policy', all.map(policyOf).join(', '))
  response.header('ratelimit', all.map(leftOf).join(', '))
}

const policyOf = ({ policy, limit, window }: Standing) =>
  window
    ? `"${policy}";q=${limit};w=${window.seconds}`
    : `"${policy}";q=${limit};qu="concurrent-requests"`

function leftOf({ policy, left, window }: Standing): string {
  const item = `"${policy}";r=${Math.max(0, left)}`
  return window ? `${item};t=${Math.max(0, Math.ceil(window.leftMs / 1000))}` : item
}
