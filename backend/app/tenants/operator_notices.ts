import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { tenantDeletionPlanned, tenantSuspended } from './event_types.js'
import { tenantsNearLimit } from './queries/near_limit.js'

const operators = {
  permission: null,
  to: 'operators',
  defaults: { console: true, mail: true },
} as const

const place = { label: text('Open Tenants'), path: '/tenants' }

/** Notifies the other operators. */
export const tenantClosed: NotificationKind = {
  ...operators,
  label: text('Tenant suspended or closing'),
  description: text('Another operator has suspended a tenant or scheduled its deletion.'),
  on: [tenantSuspended, tenantDeletionPlanned],
  exceptActor: true,
  place,
}

export const tenantNearLimit: NotificationKind = {
  ...operators,
  label: text('Tenant near or at a limit'),
  description: text('A tenant has used 90 % or more of its API calls or its storage.'),
  on: [],
  place,
  now: tenantsNearLimit,
  sentence({ name, percent, meter }) {
    const facts = { name: String(name), percent: Number(percent) }
    if (facts.percent >= 100) {
      return meter === 'calls'
        ? text('{name} has no API calls left this month', { name: facts.name })
        : text('{name} has no storage left', { name: facts.name })
    }
    return meter === 'calls'
      ? text('{name} has used {percent} % of its API calls', facts)
      : text('{name} has used {percent} % of its storage', facts)
  },
}
