import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { PluginDeclaration } from '../plugin/index.js'
import { keyIdOf } from '../secrets/index.js'
import type { CompleteSettings } from '../settings/index.js'
import { openStorage } from '../storage/index.js'
import { assertBeside, assertNotNewer } from './fit.js'
import { copyContent } from './copy_content.js'
import { copyPlugins } from './copy_plugins.js'
import { makeFolder, syncFolders, syncPath, whatLiesAt, writeText } from './files.js'
import { keyName } from './key.js'
import { format, writeManifest, type Manifest } from './manifest.js'
import { postgresOrigin } from './postgres_origin.js'
import { BackupRefused } from './refused.js'
import { renewMs, type Origin } from './snapshot.js'
import { sqliteOrigin } from './sqlite_origin.js'

/** Told of how far it is, in bytes of content. */
export type OnProgress = (done: number, total: number) => void

export interface Installation {
  settings: CompleteSettings
  plugins: readonly PluginDeclaration[]
  /** Where the packages from outside lie. */
  pluginsFolder: string
  /** Version of this build. */
  version: string
}

interface Options {
  withKey?: boolean
  onProgress?: OnProgress
  /** Of the build that makes it, whose migrations are those it knows: a newer database is refused. */
  appRoot?: URL
}

/**
 * Makes a backup in a new folder, beside servers that work meanwhile: the database as one moment holds it, then the content
 * that it names. The folder has its name only when all of it is there.
 * @throws BackupRefused
 */
export async function makeBackup(
  installation: Installation,
  folder: string,
  options: Options = {}
): Promise<Manifest> {
  const target = resolve(folder)
  const unfinished = `${target}.unfinished`
  if ((await whatLiesAt(target)) === 'something') {
    throw new BackupRefused(`${target} is in use. Name a folder that is empty or not there.`)
  }
  await assertBeside(target, installation)
  await makeFolder(dirname(target))
  await mkdir(unfinished, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new BackupRefused(
      `${unfinished} is there: a backup is under way, or was cut off. Delete that folder when none is.`
    )
  })
  try {
    const manifest = await fill(unfinished, installation, options)
    await writeManifest(unfinished, manifest, installation.settings.APP_KEY)
    await syncFolders(unfinished)
    await rename(unfinished, target)
    await syncPath(dirname(target))
    return manifest
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function fill(
  folder: string,
  { settings, plugins, pluginsFolder, version }: Installation,
  { withKey = false, onProgress = () => undefined, appRoot }: Options
): Promise<Manifest> {
  const origin = settings.DATABASE_URL ? await postgresOrigin(settings) : sqliteOrigin(settings)
  const driver = openStorage(settings)
  try {
    return await held(origin, async () => {
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
        ...{ format, crossdock: version, takenAt, migrations, packs, gaps, ...files },
        database: { kind: settings.DATABASE_URL ? 'postgres' : 'sqlite', ...file },
        plugins: plugins.map((one) => ({
          ...{ name: one.name, version: one.version ?? '', package: one.package ?? null },
        })),
        keys: [settings.APP_KEY, ...settings.APP_KEY_PREVIOUS].map(keyIdOf),
        hasKey: withKey,
      }
    })
  } finally {
    await driver.close()
    await origin.close()
  }
}

/** Keeps others from deleting packs meanwhile. */
async function held<Result>(origin: Origin, work: () => Promise<Result>): Promise<Result> {
  await origin.hold()
  // One that is missed is made up for by the next; a pack that is gone all the same is told as a gap.
  const renewing = setInterval(() => void origin.hold().catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
  }
}
