import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { brandingWrite } from './contracts/index.js'
import { domainLost } from './event_types.js'

/** Not mailed: a separate mail explains what to do. */
export const lostDomain: NotificationKind = {
  label: text('Own domain lost'),
  description: text('The proof of your organization’s own domain was gone for seven days.'),
  on: [domainLost],
  permission: brandingWrite,
  to: 'holders',
  defaults: { console: true },
  wants: ({ payload }) => payload.reason === 'unproven',
}
