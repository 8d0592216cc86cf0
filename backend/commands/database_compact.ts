import { BaseCommand } from '@adonisjs/core/ace'
import { compactFile, dialect } from '@crossdock/kernel/database'
import { workOnData } from './on_data.js'

const inMB = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

/** For SQLite files from before automatic nightly compaction, and for operators who cannot wait. */
export default class DatabaseCompact extends BaseCommand {
  static override commandName = 'database:compact'
  static override description = "Return the space of deleted rows in SQLite's file to the disk"
  static override help = [
    "No server may be running, and the disk needs free space of the file's size. Needed once for a file from",
    'before the automatic compaction, which then runs every night.',
    '  {{ binaryName }} database:compact',
  ]

  override async run(): Promise<void> {
    await workOnData(this, DatabaseCompact.commandName, async () => {
      if (dialect() !== 'sqlite') return 'PostgreSQL does this automatically (autovacuum).'
      const [before, after] = await compactFile()
      return `The file shrank from ${inMB(before)} to ${inMB(after)}.`
    })
  }
}
