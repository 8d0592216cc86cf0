import type { HttpContext } from '@adonisjs/core/http'
import { originHere } from '@crossdock/kernel/http'
import type { Problem } from '@crossdock/kernel/ground'

/** The screen for people whose session ended while they were at the provider. The console explains what to do. */
const next = encodeURIComponent('/integrations?oauth=signedOut')

/** Redirects a person in a browser to the sign-in, or explains the refusal. */
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
