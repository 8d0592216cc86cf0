import { defineConsolePlugin, searchList } from '@crossdock/admin/kit'
import { CloudSun } from 'lucide-react'
import { lazy } from 'react'

const to = '/integrations?tab=weather'

export default defineConsolePlugin({
  id: 'weather',
  tabs: [
    {
      page: 'integrations',
      id: 'weather',
      label: 'weather.tab',
      component: lazy(() => import('./WeatherTab.js')),
      permission: 'weather.read',
    },
  ],
  assetActions: [
    {
      id: 'weather.follow',
      label: 'weather.follow',
      icon: CloudSun,
      type: 'folder',
      permission: 'weather.write',
      dialog: () => import('./FollowDialog.js'),
    },
  ],
  commands: [
    {
      id: 'weather.places',
      label: 'weather.show',
      icon: CloudSun,
      to,
      permission: 'weather.read',
    },
  ],
  searchProviders: [
    {
      id: 'weather.places',
      label: 'weather.tab',
      icon: CloudSun,
      permission: 'weather.read',
      async search(query, api, signal) {
        const found = await searchList<{ id: string; name: string }>(
          api,
          'weather/places',
          query,
          signal
        )
        return found.map(({ id, name }) => ({ id, label: name, to }))
      },
    },
  ],
  messages: {
    en: {
      weather: {
        tab: 'Weather',
        none: 'You follow no places yet.',
        show: 'Show the weather',
        follow: 'Follow its weather',
        place: 'Place',
        followed: 'Following',
        failed: 'The place could not be followed',
      },
    },
    de: () => import('./messages.de.js'),
  },
})
