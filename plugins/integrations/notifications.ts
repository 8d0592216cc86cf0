import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/ground'
import { integrationsWrite } from './contracts/index.js'
import { circuitOpened, grantBroken } from './event_types.js'

/** Sent to people who can fix the system. */
export const systemPaused: NotificationKind = {
  label: text('Calls to a system pause'),
  description: text(
    'A system failed several times in a row. Sent at most once an hour for each system.'
  ),
  on: [circuitOpened],
  permission: integrationsWrite,
  to: 'holders',
  exceptActor: true,
  defaults: { console: true, mail: true },
  bundle: ({ targetId, payload }) => targetId ?? String(payload.name),
  several: ({ name }, count) =>
    text('Calls to {name} paused {count} times within an hour', { name: String(name), count }),
}

/** Sent to people who can connect the system again. */
export const grantLost: NotificationKind = {
  label: text('A system has to be connected again'),
  description: text('The provider of a system does not accept its tokens any more.'),
  on: [grantBroken],
  permission: integrationsWrite,
  to: 'holders',
  defaults: { console: true, mail: true },
}
