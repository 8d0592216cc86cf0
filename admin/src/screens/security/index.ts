import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'security',
  routes: [{ path: '/security', component: lazy(() => import('./SecurityScreen.js')) }],
  tabs: [
    {
      page: 'settings',
      id: 'security',
      label: 'security.title',
      keywords: 'security.words',
      component: lazy(() => import('./OwnSecurity.js')),
      order: 15,
    },
    {
      page: 'settings',
      id: 'rules',
      label: 'security.rulesTitle',
      component: lazy(() => import('./OrganizationSecurity.js')),
      permission: 'second_factors.write',
      order: 50,
    },
  ],
  live: {
    user_signed_in: ['sessions'],
    'session_*': ['sessions'],
    sessions_closed: ['sessions'],
    'passkey_*': ['passkeys'],
    'second_factor_*': ['second-factor', 'second-factor-rule'],
    tenant_rules_changed: ['tenant/rules'],
    'recovery_code*': ['second-factor'],
  },
})
