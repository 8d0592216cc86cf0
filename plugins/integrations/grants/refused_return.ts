import type { HttpContext } from '@adonisjs/core/http'
import { originHere, type Problem } from '@crossdock/kernel/http'

/** Where people go on who come back from a provider after their session has ended: the console says what to do. */
const next = encodeURIComponent('/integrations?oauth=signedOut')

/** Leads a person at a browser to the sign-in, or says why they are refused. */
export async function refusedReturn(http: HttpContext, problem: Problem): Promise<void> {
  const { response } = http
  response.header('cache-control', 'no-store')
  if (problem.status === 401) {
    response
      .status(302)
      .header('location', `${originHere(http)}/login?next=${next}`)
      .send('')
  } else {
    response.status(problem.status).header('content-type', 'text/plain; charset=utf-8')
    response.send(problem.message)
  }
}
