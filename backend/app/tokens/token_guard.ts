import type { IncomingMessage } from 'node:http'
import { clock } from '@crossdock/kernel/database'
import type { AccessGuard } from '@crossdock/backend/access'
import { Cache } from '@crossdock/kernel/cache'
import { concerns, originOf, type Identity } from '@crossdock/kernel/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { noteUse } from './actions/note_use.js'
import { findToken, isOfClosedTenant, recallToken, type KnownToken } from './queries/identity.js'
import { hashOf, tokenOf } from './secret.js'

/** Fallback for missing events: manual changes in the database become visible after this long. */
const freshMs = 3_000

const ofInterest = new Set<string | null>(['api_token', 'user', 'tenant', 'role'])

const known = new Cache<KnownToken | null>({
  load: findToken,
  until: (token) => (token ? Math.min(clock.now() + freshMs, endOf(token.identity)) : 0),
  drop: (event) =>
    ofInterest.has(event.targetType)
      ? (token) => token !== null && concerns(event, token.identity)
      : undefined,
})

const endOf = ({ expiresAt }: Identity) => (expiresAt ? Date.parse(expiresAt) : Infinity)

/** `Authorization: Bearer cdk_…`: no cookies, no CSRF, no session. */
export const tokenGuard: AccessGuard = {
  claims: ({ headers }) => tokenOf(headers.authorization) !== null,

  identify: (request) => identifyToken(request.headers.authorization, request),

  recall: recallToken,
}

/**
 * The identity of the API token in an Authorization header. A wrong token is an error, not an anonymous request.
 * @param request source of the IP address
 * @throws Problem 401
 */
export async function identifyToken(
  header: string | undefined,
  request: IncomingMessage
): Promise<Identity> {
  const token = tokenOf(header)
  const found = token && (await known.get(hashOf(token)))
  if (found) {
    await noteUse(found, originOf(request))
    return found.identity
  }
  if (token && (await isOfClosedTenant(hashOf(token)))) throw suspended()
  throw new Problem(
    401,
    'E_TOKEN',
    text('The API token is unknown, expired or revoked. Create a new one and use it instead.'),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
}

/** Only owners of a valid token, so people of the tenant, see this reason. */
const suspended = () =>
  new Problem(
    401,
    'E_TENANT_SUSPENDED',
    text(
      'Your organization is suspended, so its API tokens do not work now. They work again when it is reactivated.'
    ),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
