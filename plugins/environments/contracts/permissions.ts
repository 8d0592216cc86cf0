import { definePermission } from '@crossdock/kernel/plugin'

export const environmentsRead = definePermission('environments.read', {
  description: 'See the variables of environments, of secrets their names',
  roles: ['editor'],
})

/** A variable may lead calls with stored credentials to another host: who may not change those must not change variables. */
export const environmentsWrite = definePermission('environments.write', {
  description: 'Create, change and delete variables and secrets of environments',
  roles: [],
})
