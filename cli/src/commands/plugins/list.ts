import type { Plugin } from '@crossdock/client'
import type { Factory } from '../../factory.js'

/** A plugin that was not checked yet does not count as unhealthy. */
const isUnhealthy = ({ health }: Plugin) => health.status === 'degraded' || health.status === 'down'

export async function listPlugins(factory: Factory): Promise<void> {
  const api = await factory.api()
  const plugins = await api.get<Plugin[]>('/api/plugins')
  await factory.printList(
    plugins,
    [
      { title: 'Name', text: (plugin) => plugin.name },
      { title: 'Version', text: (plugin) => plugin.version },
      {
        title: 'Health',
        text: (plugin) => plugin.health.status,
        style: (plugin, colors) => (isUnhealthy(plugin) ? colors.red : colors.green),
      },
      { title: 'Package', text: (plugin) => plugin.package ?? '' },
      { title: 'Operator rights', text: (plugin) => (plugin.operator ? 'yes' : 'no') },
      { title: 'Depends on', text: (plugin) => plugin.dependsOn.join(', ') },
      {
        title: 'Contributes',
        text: (plugin) => String(plugin.contributions.length),
        align: 'right',
      },
    ],
    'No plugins are installed.'
  )
}
