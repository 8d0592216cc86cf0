import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'audit',
  tabs: [
    {
      page: 'settings',
      id: 'audit',
      // The word is the same in both languages.
      label: 'Audit',
      component: lazy(() => import('./AuditTab.js')),
      permission: 'audit.read',
      // The operator has a separate audit.
      needsTenant: false,
      order: 70,
    },
  ],
})
