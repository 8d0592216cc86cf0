// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { installed } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { loadEnvFile } from '../start/env_file.js'
import { explainStartError } from '../start/explain.js'
import { keepFilesPrivate } from '../start/private_files.js'
import { completeSettings } from '../start/settings.js'

keepFilesPrivate()

try {
  loadEnvFile('.env', process.env)
  await createIgnitor(completeSettings(process.env), installed).ace().handle(process.argv.slice(2))
} catch (error) {
  console.error(explainStartError(error, process.env) ?? error)
  process.exitCode = 1
}
