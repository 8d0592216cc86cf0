import type { HttpContext } from '@adonisjs/core/http'
import { Problem, text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { sessionOf } from './guards/session_guard.js'
import { liveSession, type LiveSession } from './queries/live_session.js'

/** The session of a request. @throws Problem 403 for tokens: only a person in a browser can prove an identity */
export async function currentSession({ request }: HttpContext): Promise<LiveSession> {
  const session = sessionOf(request.request) ? await liveSession(request.request) : null
  if (session) return session
  const { label } = currentContext().actor
  throw new Problem(
    403,
    'E_NO_SESSION',
    text(
      'Only people signed in with a browser can do this, and {actor} is not. Sign in with a browser.',
      { actor: label }
    )
  )
}
