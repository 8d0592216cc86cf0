import { definePermission } from '@crossdock/kernel/plugin'

export const environmentsRead = definePermission('environments.read', {
  description: 'See the variables of environments, and the names of their secrets',
  roles: ['editor'],
})

/**
 * A variable can redirect calls with stored credentials to another host. So people who may not change
 * credentials must not change variables either.
 */
export const environmentsWrite = definePermission('environments.write', {
  description: 'Create, change and delete variables and secrets of environments',
  roles: [],
})
