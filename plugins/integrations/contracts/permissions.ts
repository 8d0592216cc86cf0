import { definePermission } from '@crossdock/kernel/plugin'

export const integrationsRead = definePermission('integrations.read', {
  description: 'See external systems, endpoints and the log of their calls',
  roles: ['editor'],
})

export const integrationsUse = definePermission('integrations.use', {
  description: 'Have workflows call external systems with their credentials',
  roles: [],
})

export const integrationsWrite = definePermission('integrations.write', {
  description: 'Connect, change, test and delete external systems and endpoints',
  roles: [],
})
