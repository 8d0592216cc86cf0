import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'sso',
  tabs: [
    {
      page: 'settings',
      id: 'sso',
      label: 'sso.title',
      component: lazy(() => import('./SsoSections.js')),
      permission: 'sso.read',
      order: 55,
    },
  ],
  live: { 'oauth_config_*': ['oauth-configs'] },
})
