import type { Logger } from '@adonisjs/core/logger'
import { attempt } from '../database/database.js'
import { databaseFault, isPassing } from '../database/faults.js'
import { asOperator, inTenant, withContext } from '../tenancy/switch.js'
import type { Consumer } from './consumer.js'
import { afterFailure, whenUnreadable } from './failure.js'
import { behind, ensureJob, park, tenantsInLine } from './line.js'
import { toEvent, type LoggedEvent, type PositionedEvent } from './logged_event.js'
import type { Line, Parking } from './parked_row.js'

/** What one tenant (null: none) has in a batch; events this version cannot read are `undefined`. */
interface Share extends Line {
  events: [PositionedEvent, LoggedEvent | undefined][]
}

/** Lets the consumer handle events of one tenant, or of none, where it wants to. */
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
 * Handles a batch in the open transaction, or parks what its consumer cannot handle, tenant by tenant.
 * @param patient whether a database that is too busy for a tenant may fail the whole batch; else that tenant is parked, so
 * that what is so for one tenant alone holds nobody up.
 * @throws when the batch is to be tried again: a fault of the database, which is nobody's
 */
export async function handleBatch(
  consumer: Consumer,
  batch: PositionedEvent[],
  patient: boolean,
  logger: Logger
): Promise<void> {
  const shares = sharesOf(consumer, batch)
  if (shares.length === 0) return
  const standing = await tenantsInLine(
    consumer.name,
    shares.map(({ tenantId }) => tenantId)
  )
  const free: Share[] = []
  for (const share of shares) {
    if (!standing.has(share.tenantId)) free.push(share)
    else await parkAll(share, behind())
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

/** One call for all tenants; false, and nothing done, when it fails or there is something it cannot be given. */
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
    logger.error({ consumer: consumer.name, tenantId }, 'events that cannot be read are set aside')
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

/** Parks all readable events of a share, the first one as told, and wakes who tries them again. */
async function parkAll(share: Share, first: Parking): Promise<void> {
  await park(
    share,
    share.events.map(([event, readable], index) => {
      if (!readable) return [event, whenUnreadable()]
      return [event, index === 0 ? first : behind()]
    })
  )
  await ensureJob(share, first.retryInMs ?? 0)
}
