import { setPriority } from 'node:os'
import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { BackupRefused, makeBackup } from '@crossdock/kernel/backup'
import { settings } from '@crossdock/kernel/settings'
import { hasKey } from '../start/settings.js'
import { copiesData, installationOf, progressOn, withGaps } from './on_copies.js'
import { counted, sized } from './words.js'

/** Below servers that work meanwhile. */
const quietly = 10

/** A copy of the whole installation, beside servers that go on. */
export default class Backup extends BaseCommand {
  static override commandName = 'backup'
  static override description =
    'Copy database, content and added packages into a new folder, beside running servers'
  static override help = [
    'The folder is there when the backup is whole. The key (APP_KEY) is not in it: keep it elsewhere, or say --with-key.',
    'With PostgreSQL, pg_dump is needed, of the version of the server or a newer one.',
    'Ends with 2 when content was damaged before, and so is missing in the backup.',
    '  {{ binaryName }} backup /srv/backup/crossdock-20260131',
  ]

  @args.string({ description: 'A folder that is empty or not there' })
  declare folder: string

  @flags.boolean({
    description: 'Put the key into it, too: whoever has the backup can then open credentials',
  })
  declare withKey?: boolean

  @flags.boolean({ description: 'Print what was made as JSON' })
  declare json?: boolean

  override run(): Promise<void> {
    return copiesData(this, async () => {
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
        const told = { folder: this.folder, takenAt, bytes, packs: made.packs.length, gaps }
        process.stdout.write(`${JSON.stringify(told)}\n`)
      } else {
        process.stdout.write(
          `${this.folder} holds this installation as it was at ${takenAt}: ${counted(made.packs.length, 'pack', 'packs')}, ${sized(bytes)}.\n`
        )
      }
      process.stderr.write(withKey ? keyWithin : keyElsewhere(made.keys[0]!))
      for (const { tenant, pack, reason } of gaps) {
        process.stderr.write(`Missing: content of tenant ${tenant} in pack ${pack} (${reason})\n`)
      }
      for (const { path, target } of made.leftLinks ?? []) {
        process.stderr.write(
          `Left out: the link plugins/${path} leads out of the folder of added packages (${target}).\n`
        )
      }
      if (gaps.length > 0) this.exitCode = withGaps
    })
  }
}

const noInstallation = (dataDir: string) =>
  `There is no installation here: APP_KEY is not set, and no app.key lies in ${dataDir}. Set DATA_DIR, or what else its servers are given.`

const keyWithin =
  'The key lies beside what it protects: whoever has this folder can open the credentials stored in it.\n'

const keyElsewhere = (id: string) =>
  `The key is NOT in it. Without APP_KEY (or DATA_DIR/app.key; its id is ${id}) the credentials in this backup can be opened by nobody: keep it where the backup is not.\n`
