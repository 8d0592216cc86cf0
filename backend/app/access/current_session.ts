import type { HttpContext } from '@adonisjs/core/http'
import { Problem, text } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { sessionOf } from './guards/session_guard.js'
import { liveSession, type LiveSession } from './queries/live_session.js'

/** The session a request is made in. @throws Problem 403 for tokens: only somebody at a screen can prove anything */
export async function currentSession({ request }: HttpContext): Promise<LiveSession> {
  const session = sessionOf(request.request) ? await liveSession(request.request) : null
  if (session) return session
  const { label } = currentContext().actor
  throw new Problem(
    403,
    'E_NO_SESSION',
    text('Only people who are signed in in a browser do this; {actor} is not.', { actor: label })
  )
}
