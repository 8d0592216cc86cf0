import { defineConsolePlugin } from '@crossdock/admin/kit'
import { ListTree } from 'lucide-react'
import { lazy } from 'react'
import { flowsMessages } from './messages.js'

const permission = 'flows.read'

export default defineConsolePlugin({
  id: 'flows',
  routes: [
    {
      path: '/flow-execution',
      component: lazy(() => import('./runs/RunsScreen.js')),
      permission,
    },
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
      page: 'flow-execution',
      id: 'executions',
      label: 'flows.runs.executions',
      component: lazy(() => import('./runs/RunsTab.js')),
      order: 10,
    },
    {
      page: 'flow-execution',
      id: 'quick-trigger',
      label: 'flows.quick.tab',
      component: lazy(() => import('./runs/QuickTriggerTab.js')),
      order: 30,
    },
    {
      page: 'integrations',
      id: 'workflows',
      label: 'flows.workflows.tab',
      component: lazy(() => import('./workflows/WorkflowsTab.js')),
      order: 20,
      permission,
    },
  ],
  menu: [
    {
      to: '/flow-execution',
      label: 'flows.runs.title',
      icon: ListTree,
      section: 'main',
      order: 45,
      permission,
    },
  ],
  forms: {
    'flows.triggers/file_event': lazy(() => import('./workflows/FileEventFields.js')),
    'flows.triggers/manual': lazy(() => import('./workflows/ManualFields.js')),
  },
  messages: { en: flowsMessages },
})
