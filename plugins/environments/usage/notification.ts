import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { moreRequested } from '../event_types.js'

/** Decides which operators get the mail. Its text is in `letter.ts`. */
export const moreAsked: NotificationKind = {
  label: text('Request for more'),
  description: text('An organization asks you to raise a limit.'),
  on: [moreRequested],
  permission: null,
  to: 'operators',
  defaults: { console: true, mail: true },
  mails: () => false,
  sentence: ({ tenant, label, environment }) =>
    text('{tenant} asks for more in {environment}: {label}', {
      tenant: String(tenant),
      environment: String(environment),
      label: String(label),
    }),
  place: { label: text('Open the environments'), path: '/admin/environments' },
}
