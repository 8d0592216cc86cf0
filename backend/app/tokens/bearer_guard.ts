import type { IncomingMessage } from 'node:http'
import type { AccessGuard } from '@crossdock/backend/access'
import { Cache } from '@crossdock/kernel/cache'
import { clock } from '@crossdock/kernel/database'
import { concerns, type Identity } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { bearerOf, readBearer } from './bearer.js'
import { recallToken } from './queries/identity.js'

/** Fallback for missing events: manual changes in the database become visible after this long. */
const freshMs = 3_000

const ofInterest = new Set<string | null>(['api_token', 'user', 'tenant', 'role', 'environment'])

const known = new Cache<Identity | null>({
  load: recallToken,
  until: (identity) =>
    identity
      ? Math.min(clock.now() + freshMs, Date.parse(identity.expiresAt ?? '') || Infinity)
      : 0,
  drop: (event) =>
    ofInterest.has(event.targetType)
      ? (identity) => identity !== null && concerns(event, identity)
      : undefined,
})

/** Requests that started with a valid bearer: a long upload may outlast it. */
const begun = new WeakSet<IncomingMessage>()

/** `Authorization: Bearer cdb_…`: valid for an hour (`POST /api/v2/auth/token`), and ends with its API token. */
export const bearerGuard: AccessGuard = {
  claims: ({ headers }) => bearerOf(headers.authorization) !== null,

  /** @throws Problem 401 */
  async identify(request) {
    const bearer = bearerOf(request.headers.authorization)
    const claim = bearer && readBearer(bearer)
    const isInTime = claim && (claim.expiresAt > clock.now() || begun.has(request))
    const identity = isInTime ? await known.get(claim.tokenId) : null
    if (!identity) throw ended()
    begun.add(request)
    return identity
  },

  recall: recallToken,
}

const ended = () =>
  new Problem(
    401,
    'E_TOKEN',
    text(
      'The bearer token is unknown or has expired, or its API token was revoked. Get a new one with POST /api/v2/auth/token.'
    ),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
