import type { NotificationKind } from '@crossdock/backend/notifications'
import { text } from '@crossdock/kernel/http'
import { integrationsWrite } from './contracts/index.js'
import { circuitOpened, grantBroken } from './event_types.js'

/** Those who can do something about it. */
export const systemPaused: NotificationKind = {
  label: text('Calls to a system pause'),
  description: text('A system failed several times in a row. Told once an hour for each system.'),
  on: [circuitOpened],
  permission: integrationsWrite,
  to: 'holders',
  exceptActor: true,
  defaults: { console: true, mail: true },
  bundle: ({ targetId, payload }) => targetId ?? String(payload.name),
  several: ({ name }, count) =>
    text('Calls to {name} paused {count} times within an hour', { name: String(name), count }),
}

/** Only a person can put it right. */
export const grantLost: NotificationKind = {
  label: text('A system has to be connected again'),
  description: text('The provider of a system does not accept its tokens any more.'),
  on: [grantBroken],
  permission: integrationsWrite,
  to: 'holders',
  defaults: { console: true, mail: true },
}
