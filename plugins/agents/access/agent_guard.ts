import type { IncomingMessage } from 'node:http'
import type { AccessGuard } from '@crossdock/backend/access'
import { clock } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/ground'
import { knownAgent } from './identity.js'
import { readSessionToken, sessionTokenOf } from './session_token.js'

/** Requests whose token was valid at their beginning. A connection or a long upload may outlast its token. */
const startedRequests = new WeakSet<IncomingMessage>()

/** Identifies desktop agents by the session token in `Authorization: Bearer cda_…`. */
export const agentGuard: AccessGuard = {
  claims: ({ headers }) => sessionTokenOf(headers.authorization) !== null,

  /** @throws Problem 401 */
  async identify(request) {
    const token = sessionTokenOf(request.headers.authorization)
    const claim = token && readSessionToken(token)
    const isInTime = claim && (claim.expiresAt > clock.now() || startedRequests.has(request))
    const agent = isInTime ? await knownAgent(claim.agentId) : null
    if (!claim || !agent?.keyPrefixes.includes(claim.keyPrefix)) throw sessionEnded()
    startedRequests.add(request)
    return agent.identity
  },

  recall: async (id) => (await knownAgent(id))?.identity ?? null,
}

const sessionEnded = () =>
  new Problem(
    401,
    'E_TOKEN',
    text(
      'The session of this agent is unknown or has ended, or the agent is retired. Begin a new session.'
    ),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
