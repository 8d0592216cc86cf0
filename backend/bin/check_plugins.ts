// Import first: later code must not change the prototypes that all objects share.
import '@crossdock/kernel/hardening'
import { inApplication, PluginFault, PluginGraphError, PluginHost } from '@crossdock/kernel/plugin'
import { pluginsFolder } from '../outside/index.js'
import { installedFrom } from '../plugins.js'
import { appRoot } from '../start/root.js'

// Loads everything installed and starts nothing. `node ace plugin:add` calls this before it changes anything.
let fits = false
// Loaded code may end the process with a success code.
process.on('exit', () => {
  if (!fits) process.exitCode = 1
})

try {
  const host = new PluginHost(await installedFrom(pluginsFolder(process.env, process.cwd())))
  host.assertMigrationFolders(appRoot)
  for (const part of ['operations', 'jobs', 'consumers', 'languages'] as const) await host[part]()
  // Extension points belong to an application. This one is never started.
  await inApplication({}, () => host.fill())
  fits = true
} catch (error) {
  const isExpected = error instanceof PluginFault || error instanceof PluginGraphError
  console.error(isExpected ? error.message : error)
}
