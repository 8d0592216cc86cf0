import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { demoRequested } from './event_types.js'

/** For the console and for the choice of mails. The mail itself is `front.demo`, which names the person. */
export const demoAsked: NotificationKind = {
  label: text('Demo request'),
  description: text('A visitor of the sales page asks for a demo.'),
  on: [demoRequested],
  permission: null,
  to: 'operators',
  defaults: { console: true, mail: true },
  mails: () => false,
  bundle: () => 'demo',
  several: (_, count) => text('{count} visitors asked for a demo', { count }),
  place: { label: text('Open the requests'), path: '/system?tab=demo-requests' },
}
