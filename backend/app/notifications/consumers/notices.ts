import { tenantRows, insertMissing } from '@crossdock/kernel/tenancy'
import { newId } from '@crossdock/kernel/database'
import type { Consumer, LoggedEvent } from '@crossdock/kernel/events'
import { enqueueAll } from '@crossdock/kernel/jobs'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'
import { deliverNotice } from '../jobs/names.js'

/** Keeps what people are to be told of; whom it concerns is found by a job of the tenant. */
export function notices(): Consumer {
  const kinds = notificationKinds.entries()
  return {
    name: 'notifications.notices',
    from: 'now',
    on: [...new Set(kinds.flatMap(([, { on }]) => on))],
    async handle(events) {
      for (const event of events) {
        for (const [name, kind] of kinds) {
          const isMeant = kind.on.some((type) => type.name === event.eventType)
          if (isMeant && (kind.wants?.(event) ?? true)) await keep(name, kind, event)
        }
      }
    },
  }
}

async function keep(name: string, kind: NotificationKind, event: LoggedEvent): Promise<void> {
  const to = kind.to === 'holders' ? null : personsOf(kind.to(event))
  if (to?.length === 0) return
  const bundle = bundleOf(kind, event)
  if (kind.bundle && (await countAgain(name, bundle, event))) return
  const id = newId()
  const isNew = await insertMissing('notices', [
    { id, kind: name, bundle, ...newest(event), created_at: event.createdAt },
  ])
  if (isNew === 0) return
  const payload = {
    ...{ noticeId: id, to, mails: kind.mails?.(event) ?? true },
    except: kind.exceptActor ? event.userId : null,
  }
  const origin = { causeId: event.id, rootId: event.rootId }
  await enqueueAll(deliverNotice, [{ payload, origin }])
}

const personsOf = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
]

/** Hours are those of the clock: as many tell it one after another, it is told once an hour. */
function bundleOf({ bundle }: NotificationKind, event: LoggedEvent): string {
  return bundle ? `${event.createdAt.slice(0, 13)} ${bundle(event)}`.slice(0, 200) : event.id
}

/** One more of what was told within the hour: nobody is told again. */
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
