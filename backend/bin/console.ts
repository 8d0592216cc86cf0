import { existsSync } from 'node:fs'
import { installed } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { completeSettings } from '../start/settings.js'

if (existsSync('.env')) process.loadEnvFile('.env')

await createIgnitor(completeSettings(process.env), installed).ace().handle(process.argv.slice(2))
