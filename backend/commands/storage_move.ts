import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { moveStorage } from '@crossdock/kernel/storage'
import { workOnData } from './on_data.js'

/** Moves the content of tenants from STORAGE_FROM_URL to STORAGE_URL while servers use both. */
export default class StorageMove extends BaseCommand {
  static override commandName = 'storage:move'
  static override description =
    'Move the content of a tenant, or of all, from STORAGE_FROM_URL to STORAGE_URL'
  static override help = [
    'Servers with both variables may run, and also move everything automatically at night.',
    'On SQLite no server may be running at the same time. After an interruption, run it again to resume.',
    '  {{ binaryName }} storage:move acme',
    '  {{ binaryName }} storage:move --all',
  ]

  @args.string({ description: 'The tenant, by id or subdomain', required: false })
  declare tenant?: string

  @flags.boolean({ description: 'The content of all tenants' })
  declare all?: boolean

  override async run(): Promise<void> {
    const { tenant, all } = this
    if (Boolean(tenant) === Boolean(all)) {
      process.stderr.write('Name a tenant, or use --all.\n')
      this.exitCode = 1
      return
    }
    await workOnData(this, StorageMove.commandName, () => moveStorage(tenant, tell))
  }
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
