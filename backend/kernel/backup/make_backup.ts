import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { clock } from '../ground/clock.js'
import type { PluginDeclaration } from '../plugin/index.js'
import { keyIdOf } from '../secrets/index.js'
import type { CompleteSettings } from '../settings/index.js'
import { openStorage } from '../storage/index.js'
import { assertOutside, assertNotNewer } from './fit.js'
import { copyContent } from './copy_content.js'
import { copyPlugins } from './copy_plugins.js'
import { makeFolder, syncFolders, syncPath, pathState, writeText } from './files.js'
import { keyName } from './key.js'
import { format, writeManifest, type Manifest } from './manifest.js'
import { postgresOrigin } from './postgres_origin.js'
import { BackupRefused } from './refused.js'
import { renewMs, type Origin } from './snapshot.js'
import { sqliteOrigin } from './sqlite_origin.js'

/** Reports progress in bytes of content. */
export type OnProgress = (done: number, total: number) => void

export interface Installation {
  settings: CompleteSettings
  plugins: readonly PluginDeclaration[]
  /** Folder of the external packages. */
  pluginsFolder: string
  version: string
}

interface Options {
  withKey?: boolean
  onProgress?: OnProgress
  /** Root folder of this build, which contains its migrations. A newer database is refused. */
  appRoot?: URL
}

/**
 * Makes a backup in a new folder while servers run. Copies a snapshot of the database, then the content that
 * the snapshot references. The folder gets its final name only when the backup is complete.
 * @throws BackupRefused
 */
export async function makeBackup(
  installation: Installation,
  folder: string,
  options: Options = {}
): Promise<Manifest> {
  const target = resolve(folder)
  const unfinished = `${target}.unfinished`
  if ((await pathState(target)) === 'something') {
    throw new BackupRefused(`${target} is in use. Name an empty folder or a new one.`)
  }
  await assertOutside(target, installation)
  await makeFolder(dirname(target))
  await mkdir(unfinished, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new BackupRefused(
      `${unfinished} exists: a backup is running or was interrupted. If none is running, delete that folder.`
    )
  })
  try {
    return await fill(unfinished, installation, options, async (manifest) => {
      await writeManifest(unfinished, manifest, installation.settings.APP_KEY)
      await syncFolders(unfinished)
      await rename(unfinished, target)
      await syncPath(dirname(target))
    })
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function fill(
  folder: string,
  { settings, plugins, pluginsFolder, version }: Installation,
  { withKey = false, onProgress = () => undefined, appRoot }: Options,
  complete: (manifest: Manifest) => Promise<void>
): Promise<Manifest> {
  const origin = settings.DATABASE_URL ? await postgresOrigin(settings) : sqliteOrigin(settings)
  const driver = openStorage(settings)
  try {
    const manifest = await withPacksHeld(origin, async (): Promise<Manifest> => {
      const { takenAt, migrations, packs: named, file } = await origin.copy(folder)
      if (appRoot) await assertNotNewer(migrations, settings, appRoot)
      const total = named.reduce((sum, { end }) => sum + end, 0)
      let done = 0
      onProgress(done, total)
      const { packs, gaps } = await copyContent(driver, named, folder, (bytes) =>
        onProgress((done += bytes), total)
      )
      const files = await copyPlugins(pluginsFolder, folder)
      if (withKey) await writeText(join(folder, keyName), settings.APP_KEY)
      return {
        format,
        crossdock: version,
        takenAt,
        migrations,
        packs,
        gaps,
        ...files,
        database: { kind: settings.DATABASE_URL ? 'postgres' : 'sqlite', ...file },
        plugins: plugins.map((one) => ({
          name: one.name,
          version: one.version ?? '',
          package: one.package ?? null,
        })),
        keys: [settings.APP_KEY, ...settings.APP_KEY_PREVIOUS].map(keyIdOf),
        hasKey: withKey,
      }
    })
    await complete(manifest)
    // The backup is complete even if its outcome cannot be stored.
    await origin.note({ takenAt: manifest.takenAt }).catch(() => undefined)
    return manifest
  } catch (error) {
    // The stored reason is for the operators' notification. The error itself is thrown in any case.
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300)
    await origin.note({ failedAt: clock.date().toISOString(), reason }).catch(() => undefined)
    throw error
  } finally {
    await driver.close()
    await origin.close()
  }
}

/** Keeps servers from deleting packs until `work` ends. */
async function withPacksHeld<Result>(origin: Origin, work: () => Promise<Result>): Promise<Result> {
  await origin.hold()
  // A missed renewal is made up by the next one. If a pack is deleted nevertheless, the backup records a gap.
  const renewing = setInterval(() => void origin.hold().catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}
