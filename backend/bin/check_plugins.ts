// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { inApplication, PluginFault, PluginGraphError, PluginHost } from '@crossdock/kernel/plugin'
import { pluginsFolder } from '../outside/index.js'
import { installedFrom } from '../plugins.js'
import { appRoot } from '../start/app.js'

// Loads all that is installed and lets nothing begin: `node ace plugin:add` asks before it changes anything.
let fits = false
// Code that is loaded may end the process and call that a success.
process.on('exit', () => {
  if (!fits) process.exitCode = 1
})

try {
  const host = new PluginHost(await installedFrom(pluginsFolder(process.env, process.cwd())))
  host.assertMigrationFolders(appRoot)
  for (const part of ['operations', 'jobs', 'consumers', 'languages'] as const) await host[part]()
  // Extension points are an application's: these belong to none that runs.
  await inApplication({}, () => host.fill())
  fits = true
} catch (error) {
  const told = error instanceof PluginFault || error instanceof PluginGraphError
  console.error(told ? error.message : error)
}
