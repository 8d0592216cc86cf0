// Import first: later code must not change the prototypes that all objects share.
import '@crossdock/kernel/hardening'
import { doctor, isForDoctor } from '../commands/doctor.js'
import { installedPlugins } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { loadEnvFile } from '../start/env_file.js'
import { explainStartError } from '../start/explain.js'
import { keepFilesPrivate } from '../start/private_files.js'
import { settingsAsTheyAre, settingsForStart } from '../start/settings.js'

keepFilesPrivate()

const asked = process.argv.slice(2)
/** For a bare --help, list the commands instead of explaining the list command. */
const args = asked.length === 1 && ['--help', '-h', 'help'].includes(asked[0]!) ? ['list'] : asked
/** Commands that do not initialize a new installation. */
const withoutStart = new Set(['backup', 'restore', 'openapi:generate'])

try {
  // The doctor runs before everything else, because it explains why the rest fails to start.
  if (isForDoctor(args)) process.exitCode = await doctor(args.slice(1))
  else await command()
} catch (error) {
  console.error(explainStartError(error, process.env) ?? error)
  process.exitCode = 1
}

async function command(): Promise<void> {
  loadEnvFile('.env', process.env)
  const settings = withoutStart.has(args[0] ?? '')
    ? settingsAsTheyAre(process.env)
    : await settingsForStart(process.env)
  const plugins = await installedPlugins(settings)
  // A command does only its own work, without jobs and consumers. Logs go to stderr, because stdout is the
  // result.
  await createIgnitor({ ...settings, ROLE: 'web' }, plugins, process.stderr)
    .ace()
    .handle(args)
}
