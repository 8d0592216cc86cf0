import { defineConsolePlugin } from '@crossdock/admin/kit'
import { MonitorCheck } from 'lucide-react'
import { lazy } from 'react'
import { agentPath, agentsPath, commandPath } from './paths.js'

const permission = 'agents.read'
const page = 'desktop-agents'

export default defineConsolePlugin({
  id: 'agents',
  routes: [
    { path: agentsPath, component: lazy(() => import('./AgentsScreen.js')), permission },
    {
      path: `${agentsPath}/groups`,
      component: lazy(() => import('./groups/GroupsScreen.js')),
      permission,
    },
    {
      path: `${agentsPath}/:agentId`,
      component: lazy(() => import('./agent/AgentScreen.js')),
      permission,
    },
  ],
  tabs: [
    {
      page,
      id: 'agents',
      label: 'agents.tabs.agents',
      component: lazy(() => import('./agents/AgentsTab.js')),
      order: 10,
    },
    {
      page,
      id: 'commands',
      label: 'agents.tabs.commands',
      component: lazy(() => import('./commands/CommandsTab.js')),
      order: 20,
    },
    {
      page,
      id: 'deploy',
      label: 'agents.tabs.deploy',
      component: lazy(() => import('./deploy/DeployTab.js')),
      order: 30,
    },
  ],
  menu: [
    {
      to: agentsPath,
      label: 'agents.title',
      icon: MonitorCheck,
      section: 'sites',
      order: 10,
      key: 'c',
      permission,
    },
  ],
  entityLinks: {
    desktop_agent: agentPath,
    agent_command: commandPath,
    agent_group: () => `${agentsPath}/groups`,
  },
  live: { 'agent_*': ['desktop-agents', 'tenant/usage'] },
  commands: [
    {
      id: 'agents.send',
      label: 'agents.palette.send',
      icon: MonitorCheck,
      to: `${agentsPath}?send=any`,
      order: 60,
      permission: 'agents.commands',
    },
    {
      id: 'agents.deploy',
      label: 'agents.palette.deploy',
      icon: MonitorCheck,
      to: `${agentsPath}?tab=deploy`,
      order: 61,
      permission: 'agents.manage',
    },
  ],
  searchProviders: [
    {
      id: 'agents.agents',
      label: 'agents.title',
      icon: MonitorCheck,
      order: 60,
      permission,
      search: async (...asked) => (await import('./search.js')).findAgents(...asked),
    },
  ],
})
