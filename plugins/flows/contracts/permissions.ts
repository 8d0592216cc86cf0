import { definePermission } from '@crossdock/kernel/plugin'

export const flowsRead = definePermission('flows.read', {
  description: 'See workflows and their runs',
  roles: ['editor', 'viewer', 'user'],
})

export const flowsRun = definePermission('flows.run', {
  description: 'Start, cancel and retry runs',
  roles: ['editor'],
})

export const flowsWrite = definePermission('flows.write', {
  description: 'Create, change and delete workflows',
  roles: [],
})
