import { PluginFault, pluginHost } from '@crossdock/kernel/plugin'
import { stepTypes } from './contracts/index.js'

/**
 * Refuses step types with undeclared permissions when the server starts, because these steps could never be saved
 * or read.
 * @throws PluginFault for the plugin that adds the step type
 */
export function assertStepsAskForDeclared(): void {
  const declared = new Set(pluginHost.use().permissions.map(({ name }) => name))
  for (const [type, { permissions, outputPermission }] of stepTypes.entries()) {
    const lost = [...permissions, outputPermission].find(({ name }) => !declared.has(name))
    if (!lost) continue
    throw new PluginFault(
      stepTypes.contributor(type) ?? 'flows',
      `contributing to "${stepTypes.id}"`,
      `the step type "${type}" needs "${lost.name}", which no plugin declares. List it under "permissions" in the declaration of the plugin it belongs to.`
    )
  }
}
