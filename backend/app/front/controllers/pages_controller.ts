import { Answer, hostOf, type Input } from '@crossdock/kernel/http'
import { clientKey } from '@crossdock/kernel/limits'
import { subdomainOf } from '@crossdock/kernel/tenancy'
import type { HttpContext } from '@adonisjs/core/http'
import { askForDemo } from '../actions/ask_for_demo.js'
import { FrontPage } from '../pages/front_page.js'
import { landing } from '../pages/landing.js'
import { sales } from '../pages/sales.js'
import { isRequestStored } from '../queries/demo_requests.js'
import type { demoForm } from '../validators/front.js'

/** An organization's address shows no operator pages: visitors are redirected to the console. */
const toConsole = (http: HttpContext): Answer<undefined> | null =>
  subdomainOf(hostOf(http)) === null
    ? null
    : new Answer(302, undefined, { location: '/dashboard', 'cache-control': 'no-store' })

/** The public pages. */
export default class PagesController {
  async landing({ http }: Input) {
    const elsewhere = toConsole(http)
    if (elsewhere) return elsewhere
    return (await FrontPage.of(http)).show(landing)
  }

  async sales({ http }: Input) {
    const elsewhere = toConsole(http)
    if (elsewhere) return elsewhere
    const id: unknown = http.request.qs().request
    const hasArrived = typeof id === 'string' && (await isRequestStored(id.slice(0, 36)))
    return (await FrontPage.of(http)).show((page) => sales(page, { hasArrived }))
  }

  /** Redirects after the form, so that a reload does not send it again. */
  async askForDemo({ http, body }: Input<typeof demoForm>) {
    const { id } = await askForDemo(body, clientKey(http.request.ip()))
    const location = `/sales?request=${id}#demo`
    return new Answer(303, undefined, { location, 'cache-control': 'no-store' })
  }
}
