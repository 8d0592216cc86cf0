// First of all: nothing that is loaded later may change what all objects share.
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
/** Who asks for help without a command wants to know which there are, not how that list is asked for. */
const args = asked.length === 1 && ['--help', '-h', 'help'].includes(asked[0]!) ? ['list'] : asked
/** They find an installation, or make it of a backup; neither begins one by itself. */
const onCopies = new Set(['backup', 'restore'])

try {
  // It says what keeps everything else here from starting.
  if (isForDoctor(args)) process.exitCode = await doctor(args.slice(1))
  else await command()
} catch (error) {
  console.error(explainStartError(error, process.env) ?? error)
  process.exitCode = 1
}

async function command(): Promise<void> {
  loadEnvFile('.env', process.env)
  const settings = onCopies.has(args[0] ?? '')
    ? settingsAsTheyAre(process.env)
    : await settingsForStart(process.env)
  const plugins = await installedPlugins(settings)
  // A command does its own work only: jobs and consumers are the server's. Its result is what stands on stdout.
  await createIgnitor({ ...settings, ROLE: 'web' }, plugins, process.stderr)
    .ace()
    .handle(args)
}
