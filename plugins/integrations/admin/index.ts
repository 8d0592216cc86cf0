import { defineConsolePlugin, knownList, lazyScreen } from '@crossdock/admin/kit'
import { FileUp, LayoutTemplate, LogIn, Plug, Plus } from 'lucide-react'
import { lazy } from 'react'
import { logPath, systemPath, webhookPath } from './paths.js'

const permission = 'integrations.read'
const page = 'integrations'

export default defineConsolePlugin({
  id: 'integrations',
  routes: [
    { path: '/integrations', component: lazy(() => import('./IntegrationsScreen.js')), permission },
    {
      path: '/integrations/systems/:systemId',
      component: lazy(() => import('./endpoints/EndpointsScreen.js')),
      permission,
    },
    {
      path: '/integrations/import',
      component: lazy(() => import('./imports/ImportScreen.js')),
      permission,
    },
    {
      path: '/templates',
      component: lazy(() => import('./templates/TemplatesScreen.js')),
      permission,
    },
    {
      path: '/integrations/webhooks',
      component: lazy(() => import('./webhooks/WebhooksScreen.js')),
      permission,
    },
    {
      path: '/integrations/variables',
      component: lazy(() => import('./variables/VariablesScreen.js')),
      permission: 'environments.read',
    },
  ],
  assetPanels: [
    {
      id: 'calls',
      type: 'file',
      component: lazy(() => import('./activity/AssetCalls.js')),
      permission,
    },
  ],
  attention: [
    {
      id: 'failing-systems',
      component: lazyScreen(() => import('./systems/FailingSystems.js')),
      known: knownList('integrations/systems/failing'),
      permission,
      order: 20,
    },
  ],
  firstSteps: [
    {
      id: 'system',
      label: 'integrations.firstSteps.system',
      to: '/integrations?tab=systems&new=system',
      resource: 'integrations/systems',
      permission: 'integrations.write',
      order: 20,
    },
    {
      id: 'endpoint',
      label: 'integrations.firstSteps.endpoint',
      to: '/integrations?tab=systems',
      resource: 'integrations/endpoints',
      permission: 'integrations.write',
      order: 30,
    },
  ],
  entityLinks: {
    external_system: ({ id, eventType }) =>
      eventType === 'system_deleted' ? undefined : systemPath({ id }),
    api_contract_template: () => '/templates',
    api_endpoint: ({ metadata: { systemId } }) =>
      typeof systemId === 'string' ? systemPath({ id: systemId }) : undefined,
    integration_log: logPath,
    webhook: ({ id }) => webhookPath({ webhook: id }),
    webhook_request: ({ id }) => webhookPath({ request: id }),
    folder_binding: ({ metadata: { systemId } }) =>
      typeof systemId === 'string' ? systemPath({ id: systemId }) : undefined,
  },
  tabs: [
    {
      page,
      id: 'systems',
      label: 'integrations.tabs.systems',
      component: lazy(() => import('./systems/SystemsTab.js')),
      order: 10,
    },
    {
      page,
      id: 'activity',
      label: 'integrations.tabs.activity',
      component: lazy(() => import('./activity/ActivityTab.js')),
      order: 30,
    },
  ],
  menu: [
    {
      to: '/integrations',
      label: 'integrations.title',
      icon: Plug,
      section: 'main',
      order: 40,
      key: 'i',
      permission,
    },
    {
      to: '/integrations/webhooks',
      label: 'integrations.webhooksMenu',
      icon: LogIn,
      section: 'automation',
      order: 35,
      permission,
    },
    {
      to: '/templates',
      label: 'integrations.templates.title',
      icon: LayoutTemplate,
      section: 'automation',
      order: 40,
      permission,
    },
  ],
  live: {
    'system_*': [
      'integrations/systems',
      'integrations/endpoints',
      'integrations/stats',
      'tenant/usage',
    ],
    'contract_template_*': ['contract-templates'],
    'endpoints_*': ['integrations', 'tenant/usage'],
    'folder_binding_*': ['folder-bindings', 'integrations/systems'],
    'webhook_*': ['integrations/webhooks'],
    'endpoint_*': [
      'integrations/endpoints',
      'integrations/systems',
      'integrations/stats',
      'tenant/usage',
    ],
    // Runs make calls, so their events change these lists.
    'flow_*': [
      'integrations/logs',
      'integrations/stats',
      'integrations/systems/failing',
      'integrations/webhook-requests',
      'integrations/systems/health',
    ],
  },
  commands: [
    {
      id: 'integrations.add-system',
      label: 'integrations.systems.add',
      icon: Plus,
      to: '/integrations?tab=systems&new=system',
      order: 30,
      permission: 'integrations.write',
    },
    {
      id: 'integrations.import',
      label: 'integrations.imports.title',
      icon: FileUp,
      to: '/integrations/import',
      order: 31,
      permission: 'integrations.write',
    },
  ],
  searchProviders: [
    {
      id: 'integrations.systems',
      label: 'integrations.palette.systems',
      icon: Plug,
      order: 20,
      permission,
      search: async (...asked) => (await import('./search.js')).findSystems(...asked),
    },
  ],
  forms: {
    'flows.stepTypes/api_call': lazy(() => import('./steps/ApiCallFields.js')),
    'flows.triggers/webhook': lazy(() => import('./webhooks/WebhookFields.js')),
  },
})
