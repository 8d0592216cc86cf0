import type { HttpContext } from '@adonisjs/core/http'
import type { Problem } from '@crossdock/kernel/http'
import { VisitorPage } from './visitor_page.js'

/** Says to a visitor what is wrong with a request that came to no link, or is wrong on our side. */
export async function refusalPage(http: HttpContext, problem: Problem): Promise<void> {
  const page = new VisitorPage(http, String(http.params.token))
  if (problem.status === 404) await page.refuse(problem)
  else await page.say(problem)
}
