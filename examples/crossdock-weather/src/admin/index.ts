import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

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
  messages: {
    en: { weather: { tab: 'Weather', none: 'You follow no places yet.' } },
  },
})
