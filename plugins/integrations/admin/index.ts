import { defineConsolePlugin } from '@crossdock/admin/kit'
import { Plug } from 'lucide-react'
import { lazy } from 'react'
import { integrationsMessages } from './messages.js'

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
  ],
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
      permission,
    },
  ],
  forms: { 'flows.stepTypes/api_call': lazy(() => import('./steps/ApiCallFields.js')) },
  messages: { en: integrationsMessages },
})
