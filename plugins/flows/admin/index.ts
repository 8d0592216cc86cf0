import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'
import { flowsMessages } from './messages.js'

export default defineConsolePlugin({
  id: 'flows',
  routes: [
    {
      path: '/flow-execution/:executionId',
      component: lazy(() => import('./RunScreen.js')),
      permission: 'flows.read',
    },
  ],
  messages: { en: flowsMessages },
})
