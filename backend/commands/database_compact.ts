import { BaseCommand } from '@adonisjs/core/ace'
import { compactFile, dialect } from '@crossdock/kernel/database'
import { workOnData } from './on_data.js'

const inMB = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

/** For SQLite files that were made before they gave room back by themselves, and for whoever cannot wait. */
export default class DatabaseCompact extends BaseCommand {
  static override commandName = 'database:compact'
  static override description = "Give the room of deleted rows in SQLite's file back to the disk"
  static override help = [
    'No server may be running, and the disk needs as much room again as the file has. Needed once for a file that was made',
    'before room was given back by itself, as it is every night from then on.',
    '  {{ binaryName }} database:compact',
  ]

  override async run(): Promise<void> {
    await workOnData(this, DatabaseCompact.commandName, async () => {
      if (dialect() !== 'sqlite') return 'PostgreSQL sees to it by itself (autovacuum).'
      const [before, after] = await compactFile()
      return `The file had ${inMB(before)} and has ${inMB(after)}.`
    })
  }
}
