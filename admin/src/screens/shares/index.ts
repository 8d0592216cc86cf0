import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Link2, LockKeyhole } from 'lucide-react'
import { lazy } from 'react'

const permission = 'assets.share'

export default defineConsolePlugin({
  id: 'shares',
  routes: [{ path: '/shares', component: lazy(() => import('./SharesScreen.js')), permission }],
  menu: [
    {
      to: '/shares',
      label: 'shares.title',
      icon: Link2,
      section: 'sites',
      order: 30,
      key: 'h',
      permission,
    },
  ],
  entityLinks: { share: () => '/shares', sharing_rule: () => '/shares' },
  live: { 'share_*': ['shares'], sharing_rule_changed: ['shares', 'sharing-rule'] },
  assetActions: [
    {
      id: 'share',
      label: 'shares.action',
      icon: Link2,
      order: 28,
      permission,
      bulk: true,
      dialog: () => import('./ShareDialog.js'),
    },
    {
      id: 'permissions',
      label: 'assets.action.permissions',
      icon: LockKeyhole,
      order: 60,
      type: 'folder',
      permission: 'assets.permissions',
      dialog: () => import('./ShareDialog.js'),
    },
  ],
  assetPanels: [{ id: 'links', permission, component: lazy(() => import('./LinksPanel.js')) }],
})
