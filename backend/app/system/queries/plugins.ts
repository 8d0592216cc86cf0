import { currentContext } from '@crossdock/kernel/tenancy'
import { pluginHost, type PluginDeclaration } from '@crossdock/kernel/plugin'
import { runChecks, worstStatus, type Components } from './health.js'

interface Contributed {
  kind: string
  name: string
}

const all = (kind: string, names: string[] = []): Contributed[] =>
  names.map((name) => ({ kind, name }))

async function contributionsOf(plugin: PluginDeclaration): Promise<Contributed[]> {
  const operations = (await plugin.operations?.())?.default
  const jobs = (await plugin.jobs?.())?.default
  const consumers = (await plugin.consumers?.(pluginHost.use()))?.default
  return [
    ...all(
      'operation',
      operations?.map(({ route }) => route)
    ),
    ...all(
      'permission',
      plugin.permissions?.map(({ name }) => name)
    ),
    ...all(
      'eventType',
      plugin.eventTypes?.map(({ name }) => name)
    ),
    ...all(
      'extensionPoint',
      plugin.extensionPoints?.map(({ id }) => id)
    ),
    ...all(
      'contribution',
      plugin.contributes?.map(({ point }) => point)
    ),
    ...all(
      'job',
      jobs?.map(({ name }) => name)
    ),
    ...all(
      'schedule',
      plugin.schedules?.map(({ name }) => name)
    ),
    ...all(
      'consumer',
      consumers?.map(({ name }) => name)
    ),
  ]
}

/** The reasons of a status may name people and work of other tenants, so only the operator sees them. */
const withoutMessages = (checks: Components): Components =>
  Object.fromEntries(
    Object.entries(checks).map(([name, { message: _, ...health }]) => [name, health])
  )

/** Every installed plugin, in start order, with its contributions and its status. */
export function describePlugins() {
  return Promise.all(
    pluginHost.use().plugins.map(async (plugin) => {
      const found = await runChecks(plugin.healthChecks ?? [])
      const checks = currentContext().tenantId ? withoutMessages(found) : found
      return {
        name: plugin.name,
        version: plugin.version ?? '',
        package: plugin.package ?? null,
        operator: plugin.operator ?? false,
        dependsOn: plugin.dependsOn ?? [],
        contributions: await contributionsOf(plugin),
        health: { status: worstStatus(Object.values(checks).map(({ status }) => status)), checks },
      }
    })
  )
}
