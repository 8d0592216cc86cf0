import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

const page = 'system'

/** The public pages and the demo requests: tabs of the system page. */
export default defineConsolePlugin({
  id: 'front',
  tabs: [
    {
      page,
      id: 'demo-requests',
      label: 'front.tab.requests',
      component: lazy(() => import('./RequestsTab.js')),
      order: 50,
    },
    {
      page,
      id: 'public-pages',
      label: 'front.tab.pages',
      component: lazy(() => import('./PagesTab.js')),
      order: 60,
    },
  ],
  live: { 'demo_*': ['demo-requests'], public_pages_changed: ['public-pages'] },
})
