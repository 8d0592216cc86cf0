import type { Logger } from '@adonisjs/core/logger'
import { attempt } from '../database/database.js'
import { databaseFault, isPassing } from '../database/faults.js'
import { asOperator, inTenant, withContext } from '../tenancy/switch.js'
import type { Consumer } from './consumer.js'
import { afterFailure, whenUnreadable } from './failure.js'
import { waitingBehindOthers, ensureJob, park, tenantsInLine } from './line.js'
import { toEvent, type LoggedEvent, type PositionedEvent } from './logged_event.js'
import type { Line, Parking } from './parked_row.js'

/** The events of one tenant (null: none) in a batch; unreadable events are `undefined`. */
interface Share extends Line {
  events: [PositionedEvent, LoggedEvent | undefined][]
}

/** Runs the consumer with events of one tenant, or of none, in its scope. */
export function handleShare(
  consumer: Consumer,
  tenantId: string | null,
  events: LoggedEvent[]
): Promise<void> {
  const handle = () => consumer.handle(events)
  return withContext({ doing: { consumer: consumer.name } }, () =>
    consumer.scope === 'operator' || tenantId === null
      ? asOperator('a consumer of all tenants', handle)
      : inTenant(tenantId, handle)
  )
}

/**
 * Handles a batch in the open transaction. If the consumer fails for a tenant, parks that tenant's events.
 * @param patient whether a busy database may fail the whole batch; otherwise the affected tenant is parked, so
 * that it does not delay the others
 * @throws when the batch must be retried because of a database fault
 */
export async function handleBatch(
  consumer: Consumer,
  batch: PositionedEvent[],
  patient: boolean,
  logger: Logger
): Promise<void> {
  const shares = sharesOf(consumer, batch)
  if (shares.length === 0) return
  const blocked = await tenantsInLine(
    consumer.name,
    shares.map(({ tenantId }) => tenantId)
  )
  const free: Share[] = []
  for (const share of shares) {
    if (!blocked.has(share.tenantId)) free.push(share)
    else await parkAll(share, waitingBehindOthers())
  }
  if (consumer.scope === 'operator' && free.length > 1 && (await handleTogether(consumer, free))) {
    return
  }
  for (const share of free) await handleOrPark(consumer, share, patient, logger)
}

function sharesOf({ name, scope }: Consumer, batch: PositionedEvent[]): Share[] {
  const own = Map.groupBy(batch, ({ row }) => (row.tenant_id ?? null) as string | null)
  if (scope !== 'operator') own.delete(null)
  return [...own].map(([tenantId, events]) => ({
    consumer: name,
    tenantId,
    events: events.map((event) => [event, toEvent(event)]),
  }))
}

/** One call for all tenants; false, with nothing done, if it fails or an event is unreadable. */
async function handleTogether(consumer: Consumer, shares: Share[]): Promise<boolean> {
  const all = shares.flatMap(({ events }) => events)
  const readable = all.map(([, event]) => event).filter((event) => event !== undefined)
  if (readable.length < all.length) return false
  const inOrder = all.toSorted(([one], [other]) => compare(one, other))
  const { done } = await attempt(() => consumer.handle(inOrder.map(([, event]) => event!)))
  return done
}

const compare = ({ position: one }: PositionedEvent, { position: other }: PositionedEvent) =>
  one.transaction - other.transaction || one.seq - other.seq

async function handleOrPark(
  consumer: Consumer,
  share: Share,
  patient: boolean,
  logger: Logger
): Promise<void> {
  const { tenantId, events } = share
  const unreadable = events.filter(([, event]) => !event)
  if (unreadable.length > 0) {
    await park(
      share,
      unreadable.map(([event]) => [event, whenUnreadable()])
    )
    logger.error({ consumer: consumer.name, tenantId }, 'unreadable events are parked as failed')
  }
  const readable = events.map(([, event]) => event).filter((event) => event !== undefined)
  if (readable.length === 0) return
  const outcome = await attempt(() => handleShare(consumer, tenantId, readable))
  if (outcome.done) return
  const { error } = outcome
  const isBusy = databaseFault(error) === 'busy'
  if (isPassing(error) && (patient || !isBusy)) throw error
  const about = { err: error, consumer: consumer.name, tenantId, events: readable.length }
  logger.warn(about, "a consumer failed; the tenant's events are parked")
  const rest = { ...share, events: events.filter(([, event]) => event) }
  await parkAll(rest, afterFailure(0, error, !isBusy))
}

/** Parks the readable events of a share, the first with the given state, and schedules the retry job. */
async function parkAll(share: Share, first: Parking): Promise<void> {
  await park(
    share,
    share.events.map(([event, readable], index) => {
      if (!readable) return [event, whenUnreadable()]
      return [event, index === 0 ? first : waitingBehindOthers()]
    })
  )
  await ensureJob(share, first.retryInMs ?? 0)
}
