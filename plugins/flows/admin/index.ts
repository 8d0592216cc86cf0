import { defineConsolePlugin } from '@crossdock/admin/kit'
import { lazy } from 'react'
import { flowsMessages } from './messages.js'

const permission = 'flows.read'

export default defineConsolePlugin({
  id: 'flows',
  routes: [
    {
      path: '/flow-execution/:executionId',
      component: lazy(() => import('./runs/RunScreen.js')),
      permission,
    },
  ],
  dashboardBlocks: [
    { id: 'recent-runs', component: lazy(() => import('./runs/RecentRuns.js')), permission },
  ],
  tabs: [
    {
      page: 'integrations',
      id: 'workflows',
      label: 'flows.workflows.tab',
      component: lazy(() => import('./workflows/WorkflowsTab.js')),
      order: 20,
      permission,
    },
  ],
  forms: {
    'flows.triggers/file_event': lazy(() => import('./workflows/FileEventFields.js')),
    'flows.triggers/manual': lazy(() => import('./workflows/ManualFields.js')),
  },
  messages: { en: flowsMessages },
})
