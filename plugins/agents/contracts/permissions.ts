import { definePermission } from '@crossdock/kernel/plugin'

export const agentsRead = definePermission('agents.read', {
  description: 'See desktop agents and their commands',
  roles: ['editor', 'viewer', 'user'],
})

export const agentsCommands = definePermission('agents.commands', {
  description: 'Send commands to desktop agents, cancel and retry them',
  roles: ['editor'],
})

/** A person who adds an agent lends it their own file permissions. */
export const agentsManage = definePermission('agents.manage', {
  description: 'Add, rename, pause, group and retire desktop agents',
  roles: [],
})
