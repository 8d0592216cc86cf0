import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Radio } from 'lucide-react'
import { lazy } from 'react'
import { eventPath } from './model.js'

// The operator has a log of all tenants.
const who = { permission: 'activity.read', needsTenant: false } as const

export default defineConsolePlugin({
  id: 'events',
  routes: [
    { path: '/events', component: lazy(() => import('./EventsScreen.js')), ...who },
    { path: '/trace/:type/:id', component: lazy(() => import('./trace/TracePage.js')), ...who },
    { path: '/events/:eventId', component: lazy(() => import('./EventPage.js')), ...who },
  ],
  menu: [
    {
      to: '/events',
      label: 'events.title',
      icon: Radio,
      section: 'automation',
      order: 20,
      key: 'v',
      ...who,
    },
  ],
  entityLinks: { event: eventPath },
  // Every event adds a row to the log.
  live: { '*': ['events'] },
})
