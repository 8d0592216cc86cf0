// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { installedPlugins } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { loadEnvFile } from '../start/env_file.js'
import { explainStartError } from '../start/explain.js'
import { keepFilesPrivate } from '../start/private_files.js'
import { completeSettings } from '../start/settings.js'

keepFilesPrivate()

try {
  loadEnvFile('.env', process.env)
  const settings = completeSettings(process.env)
  const plugins = await installedPlugins(settings)
  // A command does its own work only: jobs and consumers are the server's. Its result is what stands on stdout.
  await createIgnitor({ ...settings, ROLE: 'web' }, plugins, process.stderr)
    .ace()
    .handle(process.argv.slice(2))
} catch (error) {
  console.error(explainStartError(error, process.env) ?? error)
  process.exitCode = 1
}
