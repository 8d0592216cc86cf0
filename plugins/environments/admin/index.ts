import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Layers } from 'lucide-react'
import { lazy } from 'react'

const to = '/admin/environments'

export default defineConsolePlugin({
  id: 'environments',
  // The route is open to everyone; the screen itself shows the refusal.
  routes: [
    { path: to, component: lazy(() => import('./EnvironmentsScreen.js')) },
    {
      path: '/usage',
      component: lazy(() => import('./usage/UsageScreen.js')),
      permission: 'environments.write',
    },
  ],
  menu: [
    {
      to: '/usage',
      label: 'environments.usageMenu',
      icon: Layers,
      section: 'organization',
      order: 50,
      permission: 'environments.write',
    },
    {
      to,
      label: 'environments.title',
      icon: Layers,
      section: 'system',
      order: 20,
      key: 'e',
      superAdminOnly: true,
    },
  ],
  live: {
    'environment_*': ['admin/environments', 'tenant/environments'],
    'promotion_*': ['environments'],
  },
})
