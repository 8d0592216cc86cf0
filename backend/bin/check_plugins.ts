// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { PluginFault, PluginGraphError, PluginHost } from '@crossdock/kernel/plugin'
import { pluginsFolder } from '../outside/index.js'
import { installedFrom } from '../plugins.js'
import { appRoot } from '../start/app.js'

// Loads all that is installed and lets nothing begin: `node ace plugin:add` asks before it changes anything.
try {
  const host = new PluginHost(await installedFrom(pluginsFolder(process.env, process.cwd())))
  host.assertMigrationFolders(appRoot)
  for (const part of ['operations', 'jobs', 'consumers', 'languages'] as const) await host[part]()
} catch (error) {
  const told = error instanceof PluginFault || error instanceof PluginGraphError
  console.error(told ? error.message : error)
  process.exitCode = 1
}
