import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'branding',
  tabs: [
    {
      page: 'settings',
      id: 'branding',
      label: 'branding.title',
      component: lazy(() => import('./BrandingSections.js')),
      permission: 'branding.write',
      order: 45,
    },
  ],
  live: { 'tenant_*': ['tenant/branding'] },
})
