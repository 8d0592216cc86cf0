import type { AccessGuard } from '@crossdock/backend/access'
import { Cache } from '@crossdock/kernel/cache'
import { concerns, Problem, text, type Identity } from '@crossdock/kernel/http'
import { findIdentity } from './queries/identity.js'
import { hashOf, tokenOf } from './secret.js'

/** The net under the events: what was changed by hand is found out about after this long. */
const freshMs = 3_000

const ofInterest = new Set<string | null>(['api_token', 'user', 'tenant', 'role'])

const identities = new Cache<Identity | null>({
  load: findIdentity,
  until: (identity) => (identity ? Math.min(Date.now() + freshMs, endOf(identity)) : 0),
  drop: (event) =>
    ofInterest.has(event.targetType)
      ? (identity) => identity !== null && concerns(event, identity)
      : undefined,
})

const endOf = ({ expiresAt }: Identity) => (expiresAt ? Date.parse(expiresAt) : Infinity)

/** `Authorization: Bearer cdk_…`: no cookies, no CSRF, no session. */
export const tokenGuard: AccessGuard = {
  claims: ({ headers }) => tokenOf(headers.authorization) !== null,

  /** A wrong token is refused, not taken for none. @throws Problem 401 */
  async identify({ headers }) {
    const token = tokenOf(headers.authorization)
    const identity = token && (await identities.get(hashOf(token)))
    if (identity) return identity
    throw new Problem(
      401,
      'E_TOKEN',
      text('The API token is unknown, expired or revoked. Make a new one and use it instead.'),
      { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
    )
  },
}
