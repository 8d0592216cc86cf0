import type { Consumer, LoggedEvent } from '@crossdock/kernel/events'
import { unscoped } from '@crossdock/kernel/database'
import { notifyOperators } from '../actions/notify_operators.js'
import { notificationKinds, type NotificationKind } from '../contracts/index.js'
import { OperatorNotice } from '../models/operator_notice.js'
import { bundleOf } from './notices.js'

/** Notifies operators of events of all tenants and of none. */
export function operatorNotices(): Consumer {
  const kinds = notificationKinds.entries().filter(([, { to }]) => to === 'operators')
  return {
    name: 'notifications.operators',
    from: 'now',
    scope: 'operator',
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
  const bundle = bundleOf(kind, event)
  const { tenantId, targetType, targetId } = event
  const aboutTenantId = tenantId ?? (targetType === 'tenant' ? targetId : null)
  const tenant = await nameOf(aboutTenantId)
  // The tenant and its notices have been deleted since the event.
  if (aboutTenantId !== null && tenant === null) return
  const values = {
    aboutTenantId,
    eventType: event.eventType,
    entityType: targetType,
    entityId: targetId,
    payload: { ...event.payload, tenant, tenantId },
  }
  const known = await OperatorNotice.query().where({ kind: name, bundle }).first()
  // Without a bundle this is the same event, delivered again after a failure.
  if (known && !kind.bundle) return
  if (known) return void (await known.merge({ ...values, count: known.count + 1 }).save())
  await notifyOperators({ kind: name, bundle, ...values }, kind, {
    except: kind.exceptActor ? event.userId : null,
    mails: kind.mails?.(event) ?? true,
  })
}

async function nameOf(tenantId: string | null): Promise<string | null> {
  if (tenantId === null) return null
  const found = await unscoped().from('tenants').select('name').where('id', tenantId).first()
  return found?.name ?? null
}
