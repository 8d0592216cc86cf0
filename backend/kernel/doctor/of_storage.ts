import { randomUUID } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { look } from '../boot/look.js'
import { StorageRefused } from '../storage/errors.js'
import { locationsOf } from '../storage/location.js'
import { StorageRoot } from '../storage/storage_root.js'
import { assertStorageAnswers } from '../storage/s3/assert_answers.js'
import { folderFaults, makingFault, type Settings } from '../settings/index.js'
import { ok, sentence, warning, wrong, type Said } from './finding.js'

const GiB = 1024 ** 3
const lowOnSpace = GiB
/** New content is refused below it (storage_root.ts). */
const kept = 64 * 1024 ** 2
const lowOnInodes = 0.05

/** Where files lie, and where everything else is written: writable, with room. */
export async function ofStorage(settings: Settings): Promise<Said[]> {
  const said: Said[] = []
  for (const [variable, location] of Object.entries(locationsOf(settings))) {
    if (location.kind === 'disk') said.push(...(await ofFolder(variable, location.folder)))
  }
  try {
    await assertStorageAnswers(settings)
    await assertContentThere(settings)
    const { STORAGE_URL: place } = locationsOf(settings)
    if (place.kind === 's3')
      said.push(
        ok(`The bucket ${place.bucket} answers, and everything that is needed may be done in it.`)
      )
  } catch (error) {
    if (!(error instanceof StorageRefused)) throw error
    said.push(
      wrong(`It cannot be used: ${sentence(error)}`, 'Mend that: no server starts with it.')
    )
  }
  said.push(...(await ofDamage(settings)))
  return said
}

/** While content is moved, what is named may all lie where it was. @throws StorageRefused */
async function assertContentThere(settings: Settings): Promise<void> {
  const { STORAGE_URL: place, STORAGE_FROM_URL: former } = locationsOf(settings)
  if (place.kind !== 'disk' || former) return
  const isNamed = () => namesContent(settings)
  await new StorageRoot(place.folder, { isNamed }).assertNotLost()
}

/** A database that cannot be asked is told of by another check. */
async function namesContent(settings: Settings): Promise<boolean> {
  const named = await look(settings, async ({ ask, tables }) =>
    tables.has('content_chunks')
      ? (await ask('select 1 from content_chunks limit 1')).length > 0
      : false
  ).catch(() => false)
  return named ?? false
}

/** The disk of DATA_DIR: database, keys, mail. */
export async function ofDisk({ DATA_DIR }: Settings): Promise<Said[]> {
  return ofFolder('DATA_DIR', DATA_DIR)
}

async function ofFolder(variable: string, folder: string): Promise<Said[]> {
  if (!(await stat(folder).catch(() => undefined))) {
    const fault = makingFault(folder)
    if (!fault) return [ok(`${folder} is not there yet: the first start makes it.`)]
    return [wrong(`${folder} cannot be made: ${fault}.`, `Correct ${variable}: no server starts.`)]
  }
  try {
    const probe = join(folder, `.doctor-${randomUUID()}`)
    const file = await open(probe, 'wx', 0o600)
    try {
      await file.writeFile('ok')
      await file.sync()
    } finally {
      await file.close()
      await rm(probe, { force: true })
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = folderFaults[code] ? `${folderFaults[code]}.` : sentence(error)
    return [
      wrong(
        `${folder} cannot be written: ${why}`,
        `Let this account write there, or correct ${variable}.`
      ),
    ]
  }
  const { bavail, bsize, files, ffree } = await statfs(folder)
  const free = bavail * bsize
  const said: Said[] = []
  const room = `${(free / GiB).toFixed(1)} GiB are free at ${folder}`
  if (free < kept) said.push(wrong(`${room}: uploads are refused.`, 'Make room.'))
  else if (free < lowOnSpace) said.push(warning(`${room}.`, 'Make room before it is full.'))
  // Some file systems make them as they are needed, and tell of none.
  if (files > 0 && ffree / files < lowOnInodes) {
    said.push(
      warning(
        `${ffree} inodes are left at ${folder}.`,
        'Delete files, or make a file system with more.'
      )
    )
  }
  return said.length > 0 ? said : [ok(`${room}, and it can be written.`)]
}

/** What the weekly look has found. */
async function ofDamage(settings: Settings): Promise<Said[]> {
  const damaged = await look(settings, async ({ ask, tables }) => {
    if (!tables.has('content_chunks')) return 0
    const [row] = await ask<{ count: number }>(
      'select count(*) as count from content_chunks where damaged_at is not null'
    )
    return Number(row!.count)
  }).catch(() => undefined)
  if (!damaged) return []
  return [
    wrong(
      `${damaged} parts of stored contents are damaged.`,
      'The log names the packs: restore them from a backup; the next look finds them well again.'
    ),
  ]
}
