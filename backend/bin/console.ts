// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { existsSync } from 'node:fs'
import { installed } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { explainStartError } from '../start/explain.js'
import { keepFilesPrivate } from '../start/private_files.js'
import { completeSettings } from '../start/settings.js'

keepFilesPrivate()
if (existsSync('.env')) process.loadEnvFile('.env')

try {
  await createIgnitor(completeSettings(process.env), installed).ace().handle(process.argv.slice(2))
} catch (error) {
  console.error(explainStartError(error, process.env) ?? error)
  process.exitCode = 1
}
