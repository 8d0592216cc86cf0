import { Problem, text } from '@crossdock/kernel/ground'
import type { Input, ItemInput } from '@crossdock/kernel/http'
import { closeSession, closeSessions } from '../actions/close_sessions.js'
import { sessionOf } from '../guards/session_guard.js'
import { sessionOwner } from '../policies/sessions.js'
import { listSessions } from '../queries/sessions.js'
import type { endSessionsQuery } from '../validators/sessions.js'

export default class SessionsController {
  async index({ http, list }: Input) {
    const { userId } = list.filter
    const owner = await sessionOwner(typeof userId === 'string' ? userId : undefined)
    const current = sessionOf(http.request.request)
    const page = await listSessions(owner.id, list)
    return page.map((session) => ({ ...session, isCurrent: session.id === current }))
  }

  destroy({ params }: ItemInput) {
    return closeSession(params.id)
  }

  /** Never ends the session of the request itself: signing out does that. */
  async destroyAll({ http, query }: Input<undefined, typeof endSessionsQuery>) {
    refuseUnknown(http.request.qs())
    const owner = await sessionOwner(query.userId)
    return { ended: await closeSessions(owner, sessionOf(http.request.request)) }
  }
}

/** A misspelled `userId` would otherwise end the caller's own sessions. */
function refuseUnknown(query: object): void {
  const name = Object.keys(query).find((one) => one !== 'userId' && one !== 'tenantId')
  if (name === undefined) return
  throw new Problem(400, 'E_QUERY', text('Unknown query parameter "{name}". Use userId.', { name }))
}
