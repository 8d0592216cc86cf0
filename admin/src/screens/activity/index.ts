import { defineConsolePlugin } from '@crossdock/admin/kit'
import { History } from 'lucide-react'
import { lazy } from 'react'

// The operator has a feed of all tenants.
const who = { permission: 'activity.read', needsTenant: false } as const

export default defineConsolePlugin({
  id: 'activity',
  routes: [{ path: '/activity', component: lazy(() => import('./ActivityScreen.js')), ...who }],
  menu: [
    {
      to: '/activity',
      label: 'activity.title',
      icon: History,
      section: 'organization',
      order: 40,
      key: 'y',
      ...who,
    },
  ],
  // Every event adds to the feed.
  live: { '*': ['activity'] },
})
