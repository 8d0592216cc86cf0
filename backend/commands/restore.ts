import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { restoreBackup } from '@crossdock/kernel/backup'
import { claimDataDir } from '@crossdock/kernel/boot'
import { makeDataDir, readSettings, settings } from '@crossdock/kernel/settings'
import { outsidePackages } from '../outside/index.js'
import { usesDataDir } from '../start/settings.js'
import { copiesData, installationOf, progressOn, withGaps } from './on_copies.js'
import { counted } from './words.js'

/** Makes an empty installation what a backup holds. */
export default class Restore extends BaseCommand {
  static override commandName = 'restore'
  static override description = 'Restore a backup into an empty installation'
  static override help = [
    'Set DATA_DIR, DATABASE_URL, STORAGE_URL and APP_KEY as the servers will have them. No server may be running.',
    'What was cut off is begun anew by the same command; until it has ended no server starts.',
    'Ends with 2 when content is missing that was damaged before the backup was made.',
    '  {{ binaryName }} restore /srv/backup/crossdock-20260131',
  ]

  @args.string({ description: 'The folder of a backup' })
  declare folder: string

  @flags.boolean({
    description: 'Take a backup that no key proves, as those of earlier versions',
  })
  declare unsigned?: boolean

  @flags.boolean({ description: 'Print what was restored as JSON' })
  declare json?: boolean

  override run(): Promise<void> {
    return copiesData(this, async () => {
      const all = settings.use()
      const claim = () => {
        if (usesDataDir(readSettings(process.env))) makeDataDir(all.DATA_DIR)
        if (!all.DATABASE_URL) claimDataDir(all.DATA_DIR)
      }
      const installation = await installationOf(this)
      const { manifest, keptPlugins } = await restoreBackup(installation, this.folder, {
        unsigned: this.unsigned,
        appRoot: this.app.appRoot,
        claim,
        keyGiven: readSettings(process.env).APP_KEY !== undefined,
        onProgress: progressOn(process.stderr),
      })
      const { crossdock, takenAt, packs, gaps } = manifest
      const brings = manifest.pluginFiles.length > 0 && !keptPlugins
      const packages = brings
        ? outsidePackages(installation.pluginsFolder).map(
            ({ name, version }) => `${name} ${version}`
          )
        : []
      const told = { folder: this.folder, takenAt, crossdock, packs: packs.length, packages, gaps }
      process.stdout.write(
        this.json
          ? `${JSON.stringify(told)}\n`
          : `Restored as it was at ${takenAt} (Crossdock ${crossdock}): ${counted(packs.length, 'pack', 'packs')}. Start the server; it goes on with what was waiting then.\n`
      )
      if (packages.length > 0) process.stderr.write(brought(packages))
      if (keptPlugins) process.stderr.write(kept)
      for (const { tenant, pack, reason } of gaps) {
        process.stderr.write(`Missing: content of tenant ${tenant} in pack ${pack} (${reason})\n`)
      }
      if (gaps.length > 0) this.exitCode = withGaps
    })
  }
}

const brought = (packages: string[]) =>
  `Packages were added that the server runs at its next start: ${packages.join(', ')}. Remove what you do not know with "node ace plugin:remove".\n`

const kept =
  'There were added packages here already, which were left as they are; those of the backup lie in its folder "plugins".\n'
