import { definePlugin } from '@crossdock/kernel/plugin'

/** Desktop agents: programs that bring folders of a desk or a site into a tenant. */
export const agents = definePlugin({
  name: 'agents',
  version: '0.1.0',
  compatibility: '^1.0',
  dependsOn: ['environments', 'flows', 'integrations'],
})
