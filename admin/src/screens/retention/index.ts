import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'retention',
  tabs: [
    {
      page: 'settings',
      id: 'retention',
      label: 'retention.title',
      component: lazy(() => import('./RetentionTab.js')),
      permission: 'retention.read',
      order: 60,
    },
  ],
  live: { 'retention_*': ['tenant/retention', 'assets/trash'] },
})
