import type { HttpContext } from '@adonisjs/core/http'
import { Answer, Problem, type Input } from '@crossdock/kernel/http'
import { resendDelivery } from '../actions/resend.js'
import { rotateSecret } from '../actions/rotate_secret.js'
import { attemptsOf, findDelivery, newestDeliveries } from '../queries/deliveries.js'
import type { pageQuery } from './doors.js'
import { deliveryView, listView, rotatedView, rotationView } from './views.js'
import { ReceiverPage, refuse } from './receiver_page.js'
import { nothingHere, visit } from './visit.js'

const perPage = 50

type Item = Input<undefined, undefined, 'token' | 'id'>
type Page = Input<undefined, undefined, 'token'>

/** The receiver of a webhook, known by the address of the page alone. */
export default class ReceiverController {
  open({ http, query }: Input<undefined, typeof pageQuery, 'token'>) {
    return served(http, async (subscription, tenantId) => {
      const number = query.page ?? 1
      const offset = (number - 1) * perPage
      const rows = await newestDeliveries(subscription.id, { offset, limit: perPage + 1 })
      const shown = { rows: rows.slice(0, perPage), number, hasMore: rows.length > perPage }
      const page = await ReceiverPage.of(http, tenantId)
      return page.show(listView(page, subscription, shown))
    })
  }

  delivery({ http, params: { id } }: Item) {
    return served(http, async (subscription, tenantId) => {
      const delivery = await findDelivery(subscription.id, id).catch(nowhere)
      const attempts = await attemptsOf(delivery.id)
      const page = await ReceiverPage.of(http, tenantId)
      return page.show(deliveryView(page, delivery, attempts))
    })
  }

  resend({ http, params: { token, id } }: Item) {
    return served(http, async (subscription) => {
      await findDelivery(subscription.id, id).catch(nowhere)
      await resendDelivery(subscription.id, id)
      const location = `/p/${token}/deliveries/${id}`
      return new Answer(303, undefined, { location, 'cache-control': 'no-store' })
    })
  }

  askRotation({ http }: Page) {
    return served(http, async (_subscription, tenantId) => {
      const page = await ReceiverPage.of(http, tenantId)
      return page.show(rotationView(page))
    })
  }

  rotate({ http }: Page) {
    return served(http, async (subscription, tenantId) => {
      const page = await ReceiverPage.of(http, tenantId)
      const { secret } = await rotateSecret(subscription.id)
      return page.show(rotatedView(page, secret))
    })
  }
}

/** Has a visit answered, be it by what is wrong. */
async function served<T>(
  http: HttpContext,
  work: Parameters<typeof visit<T>>[1]
): Promise<T | undefined> {
  try {
    return await visit(http, work)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    refuse(http, error)
    return undefined
  }
}

function nowhere(): never {
  throw nothingHere()
}
