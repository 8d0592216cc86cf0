import type { IncomingMessage } from 'node:http'
import type { AccessGuard } from '@crossdock/backend/access'
import { clock } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/http'
import { knownAgent } from './identity.js'
import { readSessionToken, sessionTokenOf } from './session_token.js'

/** Requests that began while their token was good. A connection and a long upload may outlast it. */
const begun = new WeakSet<IncomingMessage>()

/** `Authorization: Bearer cda_…`: the session of a desktop agent. */
export const agentGuard: AccessGuard = {
  claims: ({ headers }) => sessionTokenOf(headers.authorization) !== null,

  /** @throws Problem 401 */
  async identify(request) {
    const token = sessionTokenOf(request.headers.authorization)
    const claim = token && readSessionToken(token)
    const isInTime = claim && (claim.expiresAt > clock.now() || begun.has(request))
    const agent = isInTime ? await knownAgent(claim.agentId) : null
    if (!claim || !agent?.keyMarks.includes(claim.keyMark)) throw ended()
    begun.add(request)
    return agent.identity
  },

  recall: async (id) => (await knownAgent(id))?.identity ?? null,
}

const ended = () =>
  new Problem(
    401,
    'E_TOKEN',
    text(
      'The session of this agent is unknown or has ended, or the agent is retired. Begin a new session.'
    ),
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  )
