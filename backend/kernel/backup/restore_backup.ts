import { open, rename, rm, stat } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import semver from 'semver'
import { findUnknownMigrations } from '../boot/index.js'
import { openPackWriter, type PackWriter } from '../storage/index.js'
import { forEachLimited } from './copy_content.js'
import { assertWithin, changedFile, pluginPath, restorePlugins } from './copy_plugins.js'
import { hashFile, readerOf, writeFrom, writeText } from './files.js'
import { keyFor, keyName } from './key.js'
import type { Installation, OnProgress } from './make_backup.js'
import { packPath, readManifest, type CopiedPack, type Manifest } from './manifest.js'
import { postgresTarget } from './postgres_target.js'
import { BackupRefused } from './refused.js'
import { sqliteTarget } from './sqlite_target.js'
import type { Target } from './target.js'

interface Options {
  appRoot: URL
  /** Whether APP_KEY was set, rather than generated for a new installation. */
  keyGiven: boolean
  /**
   * Accepts a backup without a signature, as earlier versions made them. Anyone who could write to that
   * backup may have added a program.
   */
  unsigned?: boolean | undefined
  onProgress?: OnProgress
  /** Claims the installation's folder before anything is written there. */
  claim?: () => void
}

export interface Restored {
  manifest: Manifest
  /** Whether external packages were already installed, and were kept. */
  keptPlugins: boolean
}

/**
 * Restores a backup into an empty installation. Checks everything that it can before the first write. No server
 * starts on the installation until every byte has matched its hash. After an interruption the restore starts
 * over.
 * @throws BackupRefused
 */
export async function restoreBackup(
  installation: Installation,
  folder: string,
  options: Options
): Promise<Restored> {
  const from = resolve(folder)
  const { settings, pluginsFolder } = installation
  const { manifest, isSigned } = await readManifest(from)
  assertNoNewer(manifest, installation, options.appRoot)
  await assertComplete(manifest, from)
  const key = await keyFor(manifest, from, settings, options.keyGiven)
  const keys = [key ?? settings.APP_KEY, ...settings.APP_KEY_PREVIOUS]
  assertSigned(isSigned(keys), from, options.unsigned)
  assertWithin(manifest)
  assertKind(manifest, settings.DATABASE_URL)
  options.claim?.()
  const target = settings.DATABASE_URL ? await postgresTarget(settings) : sqliteTarget(settings)
  const writer = openPackWriter(settings)
  try {
    await prepareTarget(target, writer)
    await restoreContent(manifest, from, writer, options.onProgress)
    const keptPlugins =
      manifest.pluginFiles.length > 0 && existsSync(join(pluginsFolder, 'package.json'))
    if (!keptPlugins) await installPlugins(manifest, from, pluginsFolder)
    if (key) await installKey(key, settings.DATA_DIR)
    await target.restore(join(from, manifest.database.path), manifest.database)
    await target.finish()
    return { manifest, keptPlugins }
  } finally {
    await writer.close()
    await target.close()
  }
}

function assertNoNewer(
  { crossdock, migrations, plugins }: Manifest,
  { version }: Installation,
  appRoot: URL
): void {
  const bringers = new Map(plugins.map((plugin) => [plugin.name, plugin.package]))
  const { own } = findUnknownMigrations(migrations, bringers, appRoot)
  const isLater = semver.valid(crossdock) && semver.valid(version) && semver.gt(crossdock, version)
  if (own.length === 0 && !isLater) return
  const unknown =
    own.length > 0 ? `, and this version does not know ${own.length} of its migrations` : ''
  throw new BackupRefused(
    `The backup was made by a newer version: Crossdock ${crossdock} (this is ${version})${unknown}. Restore it with that version or a newer one.`
  )
}

/** @param signed undefined for a backup without a signature */
function assertSigned(signed: boolean | undefined, folder: string, unsigned = false): void {
  if (signed || (signed === undefined && unsigned)) return
  throw new BackupRefused(
    signed === undefined
      ? `The backup in ${folder} is not signed by this installation: an earlier version made it, or it was changed. It may contain packages whose programs the server would run. If you trust the place where it was kept, restore it with --unsigned.`
      : `manifest.json in ${folder} is not signed with the key of this installation: it was changed. Take another backup.`
  )
}

function assertKind({ database: { kind } }: Manifest, url: string | undefined): void {
  const here = url ? 'postgres' : 'sqlite'
  if (kind === here) return
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
  const todo = url ? 'Take DATABASE_URL out' : 'Set DATABASE_URL to an empty database'
  throw new BackupRefused(
    `The backup is from ${names[kind]}, but this installation uses ${names[here]}, and one cannot be converted into the other. ${todo}.`
  )
}

/** Checks that all files are there and have their size, which is fast. Hashes are checked during the copy. */
async function assertComplete(manifest: Manifest, from: string): Promise<void> {
  const files = [
    manifest.database,
    ...manifest.packs.map((pack) => ({ path: packPath(pack), size: pack.size })),
    ...manifest.pluginFiles.map(({ path, size }) => ({ path: pluginPath(path), size })),
  ]
  for (const { path, size } of files) {
    const found = await stat(join(from, path)).catch(() => null)
    if (!found) throw new BackupRefused(`${path} of the backup is missing. Take another backup.`)
    if (found.size === size) continue
    throw new BackupRefused(
      `${path} of the backup has ${found.size} bytes instead of ${size}: it was cut off or changed. Take another backup.`
    )
  }
}

async function prepareTarget(target: Target, writer: PackWriter): Promise<void> {
  if (await target.wasInterrupted()) {
    await target.clear()
    await writer.clear()
    return
  }
  const used =
    (await target.inUse()) ?? ((await writer.isEmpty()) ? null : 'its storage has content')
  if (used !== null) {
    throw new BackupRefused(
      `A backup can only be restored into an empty installation, and this one is in use: ${used}. Choose another DATA_DIR, or another database and STORAGE_URL.`
    )
  }
  await target.begin()
}

async function restoreContent(
  { packs }: Manifest,
  from: string,
  writer: PackWriter,
  onProgress: OnProgress = () => undefined
): Promise<void> {
  const total = packs.reduce((sum, { size }) => sum + size, 0)
  let done = 0
  const onBytes = (bytes: number) => onProgress((done += bytes), total)
  onProgress(0, total)
  // A pack that the backup could not read at all has no bytes here.
  const filled = packs.filter(({ size }) => size > 0)
  await forEachLimited(filled, async (pack) => {
    const path = join(from, packPath(pack))
    let copied = false
    await writer.write({ ...pack, path }, async (source, to) => {
      copied = true
      await copyPack(pack, source, to, onBytes)
    })
    if (copied) return
    // The bucket received the file directly and checked it against a hash of its own, so hash the file here.
    assertSame(pack, await hashFile(path))
    onBytes(pack.size)
  })
}

async function copyPack(
  pack: CopiedPack,
  source: string,
  to: string,
  onBytes: (bytes: number) => void
): Promise<void> {
  const file = await open(source, 'r')
  try {
    assertSame(pack, await writeFrom(to, readerOf(file), pack.size, onBytes))
  } finally {
    await file.close()
  }
}

function assertSame(pack: CopiedPack, { size, sha256 }: { size: number; sha256: string }): void {
  if (size !== pack.size || sha256 !== pack.sha256) throw changedFile(packPath(pack))
}

/** Installs all packages, or none. */
async function installPlugins(manifest: Manifest, from: string, into: string): Promise<void> {
  if (manifest.pluginFiles.length === 0) return
  const incoming = `${into}.restoring`
  await rm(incoming, { recursive: true, force: true })
  await restorePlugins(manifest, from, incoming)
  await rm(into, { recursive: true, force: true })
  await rename(incoming, into)
}

/** Replaces the generated key of the empty installation, which has encrypted nothing. */
async function installKey(key: string, dataDir: string): Promise<void> {
  const incoming = join(dataDir, `${keyName}.restoring`)
  await rm(incoming, { force: true })
  await writeText(incoming, key)
  await rename(incoming, join(dataDir, keyName))
}
