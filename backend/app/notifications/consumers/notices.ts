import { tenantRows, insertMissing } from '@crossdock/kernel/tenancy'
import { newId } from '@crossdock/kernel/database'
import type { Consumer, LoggedEvent } from '@crossdock/kernel/events'
import { enqueueAll } from '@crossdock/kernel/jobs'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'
import { deliverNotice } from '../job_refs.js'

/** Stores notices for people of a tenant. A job of the tenant finds the recipients. */
export function notices(): Consumer {
  const kinds = notificationKinds.entries().filter(([, { to }]) => to !== 'operators')
  return {
    name: 'notifications.notices',
    from: 'now',
    on: [...new Set(kinds.flatMap(([, { on }]) => on))],
    async handle(events) {
      for (const event of events) {
        for (const [name, kind] of kinds) {
          const isMeant = kind.on.some((type) => type.name === event.eventType)
          if (isMeant && (kind.wants?.(event) ?? true)) await storeNotice(name, kind, event)
        }
      }
    },
  }
}

async function storeNotice(
  name: string,
  kind: NotificationKind,
  event: LoggedEvent
): Promise<void> {
  const to = typeof kind.to === 'string' ? null : personsOf(kind.to(event))
  if (to?.length === 0) return
  const bundle = bundleOf(kind, event)
  if (kind.bundle && (await countAgain(name, bundle, event))) return
  const id = newId()
  const isNew = await insertMissing('notices', [
    { id, kind: name, bundle, ...newest(event), created_at: event.createdAt },
  ])
  if (isNew === 0) return
  const payload = {
    noticeId: id,
    to,
    mails: kind.mails?.(event) ?? true,
    except: kind.exceptActor ? event.userId : null,
  }
  const origin = { causeId: event.id, rootId: event.rootId }
  await enqueueAll(deliverNotice, [{ payload, origin }])
}

const personsOf = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
]

/** Key of a notice: a bundle per hour of the clock, so many events in a row cause one notice an hour. */
export function bundleOf({ bundle }: NotificationKind, event: LoggedEvent): string {
  return bundle ? `${event.createdAt.slice(0, 13)} ${bundle(event)}`.slice(0, 200) : event.id
}

/** Counts a repetition within the hour on the existing notice, without a new notification. */
async function countAgain(kind: string, bundle: string, event: LoggedEvent): Promise<boolean> {
  const notices = tenantRows('notices')
  const [known] = await notices.find<{ id: string; count: number }>({ kind, bundle }, [
    'id',
    'count',
  ])
  if (!known) return false
  await notices.update({ id: known.id }, { count: known.count + 1, ...newest(event) })
  return true
}

const newest = (event: LoggedEvent) => ({
  event_id: event.id,
  event_type: event.eventType,
  entity_type: event.targetType,
  entity_id: event.targetId,
  payload: JSON.stringify(event.payload),
})
