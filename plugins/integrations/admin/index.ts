import { defineConsolePlugin, knownList, lazyScreen } from '@crossdock/admin/kit'
import { Plug, Plus, Radio } from 'lucide-react'
import { lazy } from 'react'
import { systemPath } from './model.js'

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
      path: '/integrations/variables',
      component: lazy(() => import('./variables/VariablesScreen.js')),
      permission: 'environments.read',
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
      icon: Plug,
      to: '/integrations?tab=systems&new=system',
      resource: 'integrations/systems',
      permission: 'integrations.write',
      order: 20,
    },
    {
      id: 'endpoint',
      label: 'integrations.firstSteps.endpoint',
      icon: Radio,
      to: '/integrations?tab=systems',
      resource: 'integrations/endpoints',
      permission: 'integrations.write',
      order: 30,
    },
  ],
  entityLinks: {
    external_system: ({ id, eventType }) =>
      eventType === 'system_deleted' ? undefined : systemPath({ id }),
    api_endpoint: ({ metadata: { systemId } }) =>
      typeof systemId === 'string' ? systemPath({ id: systemId }) : undefined,
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
  ],
  live: {
    'system_*': [
      'integrations/systems',
      'integrations/endpoints',
      'integrations/stats',
      'tenant/usage',
    ],
    'folder_binding_*': ['folder-bindings', 'integrations/systems'],
    'endpoint_*': [
      'integrations/endpoints',
      'integrations/systems',
      'integrations/stats',
      'tenant/usage',
    ],
    // Runs are what calls are made for.
    'flow_*': ['integrations/logs', 'integrations/stats', 'integrations/systems/failing'],
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
  forms: { 'flows.stepTypes/api_call': lazy(() => import('./steps/ApiCallFields.js')) },
  messages: { en: () => import('./messages.js'), de: () => import('./messages.de.js') },
  screenMessages: {
    en: () => import('./screen_messages.js'),
    de: () => import('./screen_messages.de.js'),
  },
})
