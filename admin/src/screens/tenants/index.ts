import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Building2 } from 'lucide-react'
import { lazy } from 'react'
import { tenantsMessages } from './messages.js'

export default defineConsolePlugin({
  id: 'tenants',
  resources: [
    { name: 'tenants', list: lazy(() => import('./TenantList.js')), superAdminOnly: true },
  ],
  menu: [
    {
      to: '/tenants',
      label: 'tenants.menu',
      icon: Building2,
      section: 'system',
      order: 10,
      superAdminOnly: true,
    },
  ],
  messages: { en: tenantsMessages },
})
