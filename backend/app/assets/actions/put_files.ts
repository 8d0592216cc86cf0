import { setImmediate } from 'node:timers/promises'
import {
  analyzeUnknown,
  attempt,
  databaseFault,
  faultProblem,
  transaction,
} from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { isNameTakenError } from '../queries/find_sibling.js'
import { isOutOfRoom, lockRoom } from '../storage_quota.js'
import type { fates } from '../validators/asset.js'
import { ensureFolders } from './ensure_folders.js'
import { putNewFiles, type PlacedFile } from './put_new_files.js'
import { putFile, type PutFile, type UploadedFile } from './upload_file.js'

/** One of several uploaded files: written, or already refused. */
export interface GivenFile {
  /** Path as the sender gave it. */
  path: string
  file: UploadedFile | Problem
}

/** The result for one file. */
export interface FileFate {
  path: string
  fate: (typeof fates)[number]
  id: string | null
  version: number | null
  /** Content id of the received bytes. */
  hash: string | null
  code: string | null
  message: Text | null
}

/** Files per transaction: it takes some tens of milliseconds, and other writers wait for it. */
const filesPerCommit = 200

/** Puts written files into their folders, each independently: a refused file does not affect the others. */
export async function putFiles(given: readonly GivenFile[]): Promise<FileFate[]> {
  const fates: FileFate[] = []
  for (let at = 0; at < given.length; at += filesPerCommit) {
    const some = given.slice(at, at + filesPerCommit)
    fates.push(...(at > 0 ? await putLater(some) : await putSome(some)))
    await setImmediate()
  }
  // A failure is harmless: the files are stored, and only the next files take longer.
  if (fates.length >= filesPerCommit) await analyzeUnknown().catch(() => undefined)
  return fates
}

function putSome(given: readonly GivenFile[]): Promise<FileFate[]> {
  return transaction(async () => {
    await lockRoom()
    const ids = await putNew(given)
    const fates: FileFate[] = []
    for (const one of given) fates.push(newFate(one, ids) ?? (await putOne(one)))
    return fates
  })
}

/**
 * Puts the next files of a request. The files before them are stored already, so an error must not hide their
 * results.
 */
async function putLater(given: readonly GivenFile[]): Promise<FileFate[]> {
  try {
    // A deadlock or busy database rolled everything back, so a retry may succeed.
    return await putSome(given).catch((error: unknown) => {
      if (databaseFault(error) === 'busy') return putSome(given)
      throw error
    })
  } catch (error) {
    const problem = error instanceof Problem ? error : faultProblem(error)
    const failure = problem ?? new Problem(500, 'E_UNKNOWN', unknown)
    return given.map(({ path }) => refusedFate(path, failure))
  }
}

const unknown = text(
  'The server failed, and does not know whether it stored this file. Look for the file, and send it again if it is missing.'
)

/**
 * Puts the new files of a group together before the others, because most files are new.
 * @returns the ids of those that were put
 */
async function putNew(given: readonly GivenFile[]): Promise<ReadonlyMap<UploadedFile, string>> {
  const files = given.flatMap(({ file }) => (file instanceof Problem ? [] : file))
  const byFolder = Map.groupBy(files, ({ parentId, folders = [] }) =>
    JSON.stringify([parentId, ...folders])
  )
  const placed: PlacedFile<UploadedFile>[] = []
  for (const inside of byFolder.values()) {
    const { parentId, folders = [] } = inside[0]!
    const made = await attempt(() => ensureFolders(parentId, folders))
    // If this failed or lost a race, `putOne` reports the reason for each file.
    if (made.done) placed.push(...inside.map((file) => ({ file, place: made.result })))
  }
  const put = await attempt(() => putNewFiles(placed))
  if (put.done) return put.result
  // If the files together exceed the quota, some of them may still fit.
  if (isNameTakenError(put.error) || isOutOfRoom(put.error)) return new Map()
  throw put.error
}

function newFate({ path, file }: GivenFile, ids: ReadonlyMap<UploadedFile, string>) {
  if (file instanceof Problem) return undefined
  const id = ids.get(file)
  if (id === undefined) return undefined
  return storedFate(path, file, { asset: { id, version: 1 }, fate: 'created' })
}

/** A client may repeat a request after a broken connection. Repeated files must not get another version. */
const keepSame = true

async function putOne({ path, file }: GivenFile): Promise<FileFate> {
  if (file instanceof Problem) return refusedFate(path, file)
  const first = await attempt(() => putFile(file, keepSame))
  // Another upload created the file, or a folder above it, in between.
  const isRaced = !first.done && isNameTakenError(first.error)
  const put = isRaced ? await attempt(() => putFile(file, keepSame)) : first
  if (put.done) return storedFate(path, file, put.result)
  const isRefused = put.error instanceof Problem && put.error.status < 500
  if (isRefused || isOutOfRoom(put.error)) return refusedFate(path, put.error as Problem)
  throw put.error
}

const storedFate = (
  path: string,
  { content }: UploadedFile,
  { asset, fate }: { asset: Pick<PutFile['asset'], 'id' | 'version'>; fate: PutFile['fate'] }
): FileFate => ({
  path,
  fate,
  id: asset.id,
  version: asset.version,
  hash: content.id,
  code: null,
  message: null,
})

const refusedFate = (path: string, { code, text: message }: Problem): FileFate => ({
  path,
  fate: 'refused',
  id: null,
  version: null,
  hash: null,
  code,
  message,
})
