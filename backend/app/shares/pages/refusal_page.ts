import type { HttpContext } from '@adonisjs/core/http'
import type { Problem } from '@crossdock/kernel/ground'
import { VisitorPage } from './visitor_page.js'

/** Shows an error of a request that reached no link or failed on the server. */
export async function refusalPage(http: HttpContext, problem: Problem): Promise<void> {
  const page = new VisitorPage(http, String(http.params.token))
  if (problem.status === 404) await page.refuse(problem)
  else await page.say(problem)
}
