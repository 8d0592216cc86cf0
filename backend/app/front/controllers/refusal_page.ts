import type { HttpContext } from '@adonisjs/core/http'
import type { Problem } from '@crossdock/kernel/ground'
import { FrontPage } from '../pages/front_page.js'
import { sales } from '../pages/sales.js'

/** Shows the error of a request for a demo above the form, with the entered values. */
export async function refusalPage(
  http: HttpContext,
  problem: Problem,
  body?: unknown
): Promise<void> {
  const page = await FrontPage.of(http)
  page.show((shown) => sales(shown, { problem, entered: enteredValues(body) }), problem.status)
}

function enteredValues(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {}
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}
