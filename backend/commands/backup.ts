import { setPriority } from 'node:os'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { BackupRefused, makeBackup } from '@crossdock/kernel/backup'
import { settings } from '@crossdock/kernel/settings'
import { hasKey } from '../start/settings.js'
import { runOnCopies, installationOf, progressOn, withGaps } from './on_copies.js'
import { counted, sized } from './words.js'

/** Low priority, because servers run at the same time. */
const quietly = 10

/** Copies the whole installation while servers run. */
export default class Backup extends BaseCommand {
  static override commandName = 'backup'
  static override description =
    'Copy database, content and added packages into a new folder, while servers run'
  static override help = [
    'The folder appears when the backup is complete. The key (APP_KEY) is not included: store it elsewhere, or use --with-key.',
    'PostgreSQL requires pg_dump of the same version as the server or newer.',
    'Exits with 2 when content was already damaged and is missing in the backup.',
    '  {{ binaryName }} backup /srv/backup/crossdock-20260131',
  ]

  @args.string({ description: 'A new or empty folder' })
  declare folder: string

  @flags.boolean({
    description: 'Include the key: anyone with the backup can then open credentials',
  })
  declare withKey?: boolean

  @flags.boolean({ description: 'Print the result as JSON' })
  declare json?: boolean

  override run(): Promise<void> {
    return runOnCopies(this, async () => {
      setPriority(quietly)
      if (!hasKey(process.env)) throw new BackupRefused(noInstallation(settings.use().DATA_DIR))
      const { withKey = false } = this
      const onProgress = progressOn(process.stderr)
      const made = await makeBackup(await installationOf(this), this.folder, {
        withKey,
        onProgress,
        appRoot: this.app.appRoot,
      })
      const bytes = made.database.size + made.packs.reduce((sum, { size }) => sum + size, 0)
      const { takenAt, gaps } = made
      if (this.json) {
        const result = { folder: this.folder, takenAt, bytes, packs: made.packs.length, gaps }
        process.stdout.write(`${JSON.stringify(result)}\n`)
      } else {
        process.stdout.write(
          `${this.folder} contains this installation as of ${takenAt}: ${counted(made.packs.length, 'pack', 'packs')}, ${sized(bytes)}.\n`
        )
      }
      process.stderr.write(withKey ? keyWithin : keyElsewhere(made.keys[0]!))
      for (const { tenant, pack, reason } of gaps) {
        process.stderr.write(`Missing: content of tenant ${tenant} in pack ${pack} (${reason})\n`)
      }
      for (const { path, target } of made.leftLinks ?? []) {
        process.stderr.write(
          `Skipped: the link plugins/${path} points outside of the folder of added packages (${target}).\n`
        )
      }
      if (gaps.length > 0) this.exitCode = withGaps
    })
  }
}

const noInstallation = (dataDir: string) =>
  `There is no installation here: APP_KEY is not set, and ${dataDir} has no app.key. Set DATA_DIR and the other variables of its servers.`

const keyWithin =
  'The backup contains the key: anyone with this folder can open the credentials in it.\n'

const keyElsewhere = (id: string) =>
  `The backup does NOT contain the key. Without APP_KEY (or DATA_DIR/app.key; its id is ${id}) no one can open the credentials in this backup. Store the key away from the backup.\n`
