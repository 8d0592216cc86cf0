// Nothing heavy is imported here: parts are loaded when they are needed.
import { definePlugin } from '@crossdock/kernel/plugin'
import { weatherRead, weatherWrite } from './contracts/index.js'
import { placeFollowed } from './event_types.js'

export default definePlugin({
  name: 'weather',
  dependsOn: ['flows', 'integrations'],
  migrations: [new URL('./migrations', import.meta.url)],
  permissions: [weatherRead, weatherWrite],
  eventTypes: [placeFollowed],
  operations: () => import('./operations.js'),
})
