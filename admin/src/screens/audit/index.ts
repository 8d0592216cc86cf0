import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'audit',
  tabs: [
    {
      page: 'settings',
      id: 'audit',
      // The same word in both languages.
      label: 'Audit',
      component: lazy(() => import('./AuditTab.js')),
      permission: 'audit.read',
      // The operator has a record of their own.
      needsTenant: false,
      order: 70,
    },
  ],
  screenMessages: {
    en: () => import('./screen_messages.js'),
    de: () => import('./screen_messages.de.js'),
  },
})
