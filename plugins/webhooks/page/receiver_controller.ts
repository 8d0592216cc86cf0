import type { HttpContext } from '@adonisjs/core/http'
import { Answer, type Input } from '@crossdock/kernel/http'
import { Problem } from '@crossdock/kernel/ground'
import { resendDelivery } from '../actions/resend.js'
import { rotateSecret } from '../actions/rotate_secret.js'
import { attemptsOf, findDelivery, newestDeliveries } from '../queries/deliveries.js'
import type { WebhookDelivery } from '../models/webhook_delivery.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { isChosen } from '../sending/fan_out.js'
import { readableEventIds } from '../sending/readable.js'
import type { pageQuery } from './page_query.js'
import { deliveryView, listView, rotatedView, rotationView } from './views.js'
import { ReceiverPage, refuse } from './receiver_page.js'
import { pageNotFound, visit } from './visit.js'

const perPage = 50

type Item = Input<undefined, undefined, 'token' | 'id'>
type Page = Input<undefined, undefined, 'token'>

/** Serves the page of the receiver of a webhook, who is identified only by the token in the address. */
export default class ReceiverController {
  open({ http, query }: Input<undefined, typeof pageQuery, 'token'>) {
    return respondWithPage(http, async (subscription, sender) => {
      const number = query.page ?? 1
      const offset = (number - 1) * perPage
      const rows = await newestDeliveries(subscription.id, { offset, limit: perPage + 1 })
      const shown = { rows: rows.slice(0, perPage), number, hasMore: rows.length > perPage }
      const page = await ReceiverPage.of(http, sender)
      return page.show(listView(page, subscription, shown))
    })
  }

  delivery({ http, params: { id } }: Item) {
    return respondWithPage(http, async (subscription, sender) => {
      const delivery = await findDelivery(subscription.id, id).catch(throwNotFound)
      const attempts = await attemptsOf(delivery.id)
      const isOpen = await mayShow(subscription, delivery)
      const page = await ReceiverPage.of(http, sender)
      return page.show(deliveryView(page, delivery, { attempts, isOpen }))
    })
  }

  resend({ http, params: { token, id } }: Item) {
    return respondWithPage(http, async (subscription) => {
      await findDelivery(subscription.id, id).catch(throwNotFound)
      await resendDelivery(subscription.id, id)
      const location = `/p/${token}/deliveries/${id}`
      return new Answer(303, undefined, { location, 'cache-control': 'no-store' })
    })
  }

  askRotation({ http }: Page) {
    return respondWithPage(http, async (_subscription, sender) => {
      const page = await ReceiverPage.of(http, sender)
      return page.show(rotationView(page))
    })
  }

  rotate({ http }: Page) {
    return respondWithPage(http, async (subscription, sender) => {
      const page = await ReceiverPage.of(http, sender)
      const { secret } = await rotateSecret(subscription.id)
      return page.show(rotatedView(page, secret))
    })
  }
}

/**
 * Returns whether the page may show the event's content. The creator of the page also knows its address, so the
 * creator must be allowed to read the event.
 */
async function mayShow(
  subscription: WebhookSubscription,
  { eventId: id, eventType }: WebhookDelivery
): Promise<boolean> {
  if (id === null) return true
  if (!isChosen(subscription, eventType)) return false
  return (await readableEventIds(subscription.pageBy, [{ id, eventType }])).has(id)
}

/** Answers a request with the page that `work` returns, or with a page that shows its error. */
async function respondWithPage<T>(
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

function throwNotFound(): never {
  throw pageNotFound()
}
