// Import nothing large here: parts are loaded when they are needed.
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { stepTypes } from '@crossdock/flows/contracts'
import { authTypes, connectors } from '@crossdock/integrations/contracts'
import { weatherRead, weatherWrite } from './contracts/index.js'
import { placeFollowed } from './event_types.js'

export default definePlugin({
  name: 'weather',
  dependsOn: ['flows', 'integrations'],
  migrations: [new URL('./migrations', import.meta.url)],
  permissions: [weatherRead, weatherWrite],
  eventTypes: [placeFollowed],
  contributes: [
    contribute(stepTypes, async (steps) =>
      steps.add('follow_place', (await import('./steps/follow_place.js')).followPlaceStep)
    ),
    contribute(connectors, async (all) =>
      all.add('weather_station', (await import('./connectors/weather_station.js')).weatherStation)
    ),
    contribute(authTypes, async (all) =>
      all.add('station_key', (await import('./auth_types/station_key.js')).stationKey)
    ),
  ],
  operations: () => import('./operations.js'),
})
