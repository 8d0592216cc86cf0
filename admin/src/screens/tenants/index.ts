import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Building2, Plus } from 'lucide-react'
import { lazy } from 'react'

export default defineConsolePlugin({
  id: 'tenants',
  resources: [
    {
      name: 'tenants',
      list: lazy(() => import('./TenantList.js')),
      edit: lazy(() => import('./page/TenantPage.js')),
      superAdminOnly: true,
    },
  ],
  menu: [
    {
      to: '/tenants',
      label: 'tenants.menu',
      icon: Building2,
      section: 'system',
      order: 10,
      key: 't',
      superAdminOnly: true,
    },
  ],
  commands: [
    {
      id: 'tenants.add',
      label: 'tenants.add',
      icon: Plus,
      to: '/tenants?new=tenant',
      order: 60,
      superAdminOnly: true,
    },
  ],
  searchProviders: [
    {
      id: 'tenants',
      label: 'tenants.menu',
      icon: Building2,
      order: 60,
      superAdminOnly: true,
      search: async (...asked) => (await import('./search.js')).findTenants(...asked),
    },
  ],
  headerItems: [
    {
      id: 'tenants.working',
      component: lazy(() => import('./working/TenantBanner.js')),
      superAdminOnly: true,
    },
  ],
  // Each tenant shows the time of its last event.
  live: { '*': ['tenants'] },
})
