import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { restoreBackup } from '@crossdock/kernel/backup'
import { claimDataDir } from '@crossdock/kernel/boot'
import { makeDataDir, readSettings, settings } from '@crossdock/kernel/settings'
import { addedPackages } from '../outside/index.js'
import { usesDataDir } from '../start/settings.js'
import { runOnCopies, installationOf, progressOn, withGaps } from './on_copies.js'
import { counted } from './words.js'

/** Restores a backup into an empty installation. */
export default class Restore extends BaseCommand {
  static override commandName = 'restore'
  static override description = 'Restore a backup into an empty installation'
  static override help = [
    'Set DATA_DIR, DATABASE_URL, STORAGE_URL and APP_KEY as for the servers. No server may be running.',
    'After an interruption, run the same command again. No server starts before it completes.',
    'Exits with 2 when content is missing that was already damaged before the backup.',
    '  {{ binaryName }} restore /srv/backup/crossdock-20260131',
  ]

  @args.string({ description: 'The folder of a backup' })
  declare folder: string

  @flags.boolean({
    description: 'Accept a backup without a signature, such as those of earlier versions',
  })
  declare unsigned?: boolean

  @flags.boolean({ description: 'Print the result as JSON' })
  declare json?: boolean

  override run(): Promise<void> {
    return runOnCopies(this, async () => {
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
        ? addedPackages(installation.pluginsFolder).map(({ name, version }) => `${name} ${version}`)
        : []
      const result = {
        folder: this.folder,
        takenAt,
        crossdock,
        packs: packs.length,
        packages,
        gaps,
      }
      process.stdout.write(
        this.json
          ? `${JSON.stringify(result)}\n`
          : `Restored the state of ${takenAt} (Crossdock ${crossdock}): ${counted(packs.length, 'pack', 'packs')}. Start the server to continue the pending work.\n`
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
  `The restored packages run at the next start of the server: ${packages.join(', ')}. Remove unknown ones with "node ace plugin:remove".\n`

const kept =
  'Existing added packages were left unchanged. Those of the backup are in its folder "plugins".\n'
