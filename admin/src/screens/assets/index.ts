import { defineConsolePlugin } from '@crossdock/admin/kit'
import { FolderOpen } from 'lucide-react'
import { lazy } from 'react'
import { assetsMessages } from './messages.js'

export default defineConsolePlugin({
  id: 'assets',
  routes: [
    {
      path: '/assets/*',
      component: lazy(() => import('./AssetsScreen.js')),
      permission: 'assets.read',
    },
  ],
  menu: [
    {
      to: '/assets',
      label: 'assets.title',
      icon: FolderOpen,
      section: 'main',
      order: 20,
      permission: 'assets.read',
    },
  ],
  messages: { en: assetsMessages },
})
