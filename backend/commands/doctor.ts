import { parseArgs } from 'node:util'
import { BaseCommand, flags } from '@adonisjs/core/ace'
import type { Finding } from '@crossdock/kernel/doctor'
import { PluginHost } from '@crossdock/kernel/plugin'
import { readSettings } from '@crossdock/kernel/settings'
import { installedPlugins } from '../plugins.js'
import { appRoot } from '../start/root.js'
import { loadEnvFile, misspelled } from '../start/env_file.js'
import { counted } from './words.js'

const address = /^[^\s@]+@[^\s@]+$/

/** Diagnoses an installation and suggests fixes. Runs without the application, which may not start. */
export default class Doctor extends BaseCommand {
  static override commandName = 'doctor'
  static override description =
    'Check settings, database, storage, mail, clock, disk, versions and plugins, and suggest fixes'
  static override help = [
    'Works with or without a running server, and changes nothing. Exits with 1 when something is wrong.',
    '  {{ binaryName }} doctor',
    '  {{ binaryName }} doctor --json',
    '  {{ binaryName }} doctor --mail=dispatch@quay.example',
  ]

  @flags.boolean({ description: 'Print JSON, for programs' })
  declare json?: boolean

  @flags.string({ description: 'Send a mail to this address to test the mail server' })
  declare mail?: string

  override async run(): Promise<void> {
    this.exitCode = await doctor(process.argv.slice(3))
  }
}

/** Whether the arguments run the doctor, and not its help. */
export const isForDoctor = ([name, ...args]: readonly string[]) =>
  name === Doctor.commandName && !args.some((arg) => arg === '--help' || arg === '-h')

/**
 * Runs the checks and prints the results.
 * @returns the exit code: 1 when something is wrong, 2 for unknown arguments
 */
export async function doctor(args: string[]): Promise<number> {
  let values: { json?: boolean; mail?: string }
  try {
    const options = { json: { type: 'boolean' }, mail: { type: 'string' } } as const
    values = parseArgs({ args, options }).values
    if (values.mail !== undefined && !address.test(values.mail)) {
      throw new Error(`--mail takes an e-mail address, not "${values.mail}".`)
    }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return 2
  }
  const { examineInstallation, worstOf } = await import('@crossdock/kernel/doctor')
  const findings = await examineInstallation({
    environment: process.env,
    misspelled,
    root: appRoot,
    mailTo: values.mail,
    settings() {
      loadEnvFile('.env', process.env)
      return readSettings(process.env)
    },
    async plugins(settings) {
      const host = new PluginHost(await installedPlugins(settings))
      host.assertMigrationFolders(appRoot)
      return host
    },
  })
  const status = worstOf(findings)
  const shown = values.json
    ? JSON.stringify({ status, findings }, null, 2)
    : formatFindings(findings)
  process.stdout.write(`${shown}\n`)
  return status === 'wrong' ? 1 : 0
}

function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ status, check, says, todo }) =>
    [status.padEnd(8), check.padEnd(11), says, todo && `→ ${todo}`].filter(Boolean).join(' ')
  )
  const count = (wanted: string) => findings.filter(({ status }) => status === wanted).length
  return [
    ...lines,
    `${count('wrong')} wrong, ${counted(count('warning'), 'warning', 'warnings')}, ${count('ok')} ok`,
  ].join('\n')
}
