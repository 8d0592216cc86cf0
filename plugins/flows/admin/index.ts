import { defineConsolePlugin, knownList, lazyScreen } from '@crossdock/admin/kit'
import { CircleCheck, ListTree, Plus, Workflow } from 'lucide-react'
import { lazy } from 'react'
import { waitingState } from './runs/waiting_state.js'
import { workflowPath } from './workflows/model.js'

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
    {
      path: '/approvals',
      component: lazy(() => import('./approvals/ApprovalsScreen.js')),
      needsTenant: true,
    },
    {
      path: '/integrations/workflows/:workflowId',
      component: lazy(() => import('./workflow/WorkflowScreen.js')),
      permission,
    },
  ],
  assetPanels: [
    { id: 'runs', type: 'file', component: lazy(() => import('./runs/AssetRuns.js')), permission },
  ],
  dashboardBlocks: [
    {
      id: 'last-day',
      component: lazyScreen(() => import('./runs/LastDay.js')),
      place: 'main',
      permission,
    },
    { id: 'recent-runs', component: lazyScreen(() => import('./runs/RecentRuns.js')), permission },
  ],
  attention: [
    {
      id: 'failing-workflows',
      component: lazyScreen(() => import('./runs/FailingWorkflows.js')),
      known: knownList('integrations/workflows/failing'),
      permission,
      order: 10,
    },
    {
      id: 'waiting-runs',
      component: lazyScreen(() => import('./runs/WaitingRuns.js')),
      known: waitingState,
      permission,
      order: 30,
    },
  ],
  firstSteps: [
    {
      id: 'workflow',
      label: 'flows.firstSteps.workflow',
      to: '/integrations?tab=workflows&new=workflow',
      resource: 'integrations/workflows',
      permission: 'flows.write',
      order: 40,
    },
    {
      id: 'run',
      label: 'flows.firstSteps.run',
      to: '/flow-execution?tab=quick-trigger',
      resource: 'flow-executions',
      permission: 'flows.run',
      order: 50,
    },
  ],
  entityLinks: {
    flow_approval: ({ id }) => `/approvals?id=${encodeURIComponent(id)}`,
    flow_execution: ({ id }) => `/flow-execution/${encodeURIComponent(id)}`,
    workflow: ({ id, eventType }) =>
      eventType === 'workflow_deleted' ? undefined : workflowPath({ id }),
  },
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
      id: 'monitoring',
      label: 'flows.monitoring.tab',
      component: lazy(() => import('./monitoring/MonitoringTab.js')),
      order: 20,
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
      section: 'automation',
      order: 10,
      key: 'f',
      permission,
    },
    {
      to: '/approvals',
      label: 'flows.approvals.title',
      icon: CircleCheck,
      section: 'automation',
      order: 15,
      needsTenant: true,
    },
  ],
  tray: [
    {
      id: 'approvals',
      component: lazy(() => import('./tray/OpenApprovals.js')),
      counter: lazy(() => import('./tray/ApprovalCounter.js')),
      needsTenant: true,
      order: 10,
    },
    {
      id: 'runs',
      component: lazy(() => import('./tray/OpenRuns.js')),
      counter: lazy(() => import('./tray/RunCounter.js')),
      permission,
      order: 20,
    },
  ],
  live: {
    'flow_*': ['flow-executions', 'integrations/workflows'],
    'approval*': ['approvals'],
    'workflow_*': [
      'integrations/workflows',
      'flow-executions/stats',
      'integrations/stats',
      'tenant/usage',
    ],
  },
  commands: [
    {
      id: 'flows.new-workflow',
      label: 'flows.workflows.add',
      keywords: 'flows.palette.words',
      icon: Plus,
      to: '/integrations?tab=workflows&new=workflow',
      order: 40,
      permission: 'flows.write',
    },
  ],
  searchProviders: [
    {
      id: 'flows.workflows',
      label: 'flows.palette.workflows',
      icon: Workflow,
      order: 30,
      permission,
      search: async (...asked) => (await import('./search.js')).findWorkflows(...asked),
    },
    {
      id: 'flows.runs',
      label: 'flows.palette.runs',
      icon: ListTree,
      order: 40,
      permission,
      search: async (...asked) => (await import('./search.js')).findRuns(...asked),
    },
  ],
  forms: {
    'flows.stepTypes/parallel': lazy(() => import('./workflows/ParallelFields.js')),
    'flows.stepTypes/transform': lazy(() => import('./workflows/TransformFields.js')),
    'flows.triggers/event': lazy(() => import('./workflows/EventFields.js')),
    'flows.triggers/file_event': lazy(() => import('./workflows/FileEventFields.js')),
    'flows.triggers/scheduled': lazy(() => import('./workflows/ScheduledFields.js')),
    'flows.triggers/system_event': lazy(() => import('./workflows/SystemEventFields.js')),
    'flows.triggers/manual': lazy(() => import('./workflows/ManualFields.js')),
  },
})
