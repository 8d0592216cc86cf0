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
import { isOverQuota, lockQuota } from '../storage_quota.js'
import type { fates } from '../validators/asset.js'
import { ensureFolders } from './ensure_folders.js'
import { putNewFiles, type FileToPlace } from './put_new_files.js'
import { putFile, type PutFile, type UploadedFile } from './upload_file.js'

/** One of several uploaded files: its stored content, or the reason for refusing it. */
export interface GivenFile {
  /** Path as the sender gave it. */
  path: string
  file: UploadedFile | Problem
}

/** The result for one file. */
export interface FileResult {
  path: string
  fate: (typeof fates)[number]
  id: string | null
  version: number | null
  /** Content id of the received bytes. */
  hash: string | null
  code: string | null
  message: Text | null
}

/** Files per transaction, which takes some tens of milliseconds. Other writers wait for it. */
const filesPerCommit = 200

/** Puts uploaded files into their folders. A refused file does not affect the others. */
export async function putFiles(given: readonly GivenFile[]): Promise<FileResult[]> {
  const results: FileResult[] = []
  for (let at = 0; at < given.length; at += filesPerCommit) {
    const some = given.slice(at, at + filesPerCommit)
    results.push(...(at > 0 ? await putLater(some) : await putSome(some)))
    await setImmediate()
  }
  // A failure is harmless: without table statistics, only the next files take longer.
  if (results.length >= filesPerCommit) await analyzeUnknown().catch(() => undefined)
  return results
}

function putSome(given: readonly GivenFile[]): Promise<FileResult[]> {
  return transaction(async () => {
    await lockQuota()
    const ids = await putNew(given)
    const results: FileResult[] = []
    for (const one of given) results.push(newResult(one, ids) ?? (await putOne(one)))
    return results
  })
}

/** Puts a later group of a request. Earlier groups are stored, so an error must not hide their results. */
async function putLater(given: readonly GivenFile[]): Promise<FileResult[]> {
  try {
    // A deadlock or busy database rolled everything back, so a retry may succeed.
    return await putSome(given).catch((error: unknown) => {
      if (databaseFault(error) === 'busy') return putSome(given)
      throw error
    })
  } catch (error) {
    const problem = error instanceof Problem ? error : faultProblem(error)
    const failure = problem ?? new Problem(500, 'E_UNKNOWN', unknown)
    return given.map(({ path }) => refusedResult(path, failure))
  }
}

const unknown = text(
  'The server failed, and does not know whether it stored this file. Look for the file, and send it again if it is missing.'
)

/**
 * Puts all files with free names together, because most files are new.
 * @returns their ids; the other files are put one by one
 */
async function putNew(given: readonly GivenFile[]): Promise<ReadonlyMap<UploadedFile, string>> {
  const files = given.flatMap(({ file }) => (file instanceof Problem ? [] : file))
  const byFolder = Map.groupBy(files, ({ parentId, folders = [] }) =>
    JSON.stringify([parentId, ...folders])
  )
  const placed: FileToPlace<UploadedFile>[] = []
  for (const inside of byFolder.values()) {
    const { parentId, folders = [] } = inside[0]!
    const made = await attempt(() => ensureFolders(parentId, folders))
    // If this failed or lost a race, `putOne` reports the reason for each file.
    if (made.done) placed.push(...inside.map((file) => ({ file, place: made.result })))
  }
  const put = await attempt(() => putNewFiles(placed))
  if (put.done) return put.result
  // If the files together exceed the quota, some of them may still fit.
  if (isNameTakenError(put.error) || isOverQuota(put.error)) return new Map()
  throw put.error
}

function newResult({ path, file }: GivenFile, ids: ReadonlyMap<UploadedFile, string>) {
  if (file instanceof Problem) return undefined
  const id = ids.get(file)
  if (id === undefined) return undefined
  return storedResult(path, file, { asset: { id, version: 1 }, fate: 'created' })
}

/** A client may repeat a request after a broken connection. Repeated files must not get a second version. */
const keepSame = true

async function putOne({ path, file }: GivenFile): Promise<FileResult> {
  if (file instanceof Problem) return refusedResult(path, file)
  const first = await attempt(() => putFile(file, keepSame))
  // Another upload created the file, or a folder above it, in between.
  const isRaced = !first.done && isNameTakenError(first.error)
  const put = isRaced ? await attempt(() => putFile(file, keepSame)) : first
  if (put.done) return storedResult(path, file, put.result)
  const isRefused = put.error instanceof Problem && put.error.status < 500
  if (isRefused || isOverQuota(put.error)) return refusedResult(path, put.error as Problem)
  throw put.error
}

const storedResult = (
  path: string,
  { content }: UploadedFile,
  { asset, fate }: { asset: Pick<PutFile['asset'], 'id' | 'version'>; fate: PutFile['fate'] }
): FileResult => ({
  path,
  fate,
  id: asset.id,
  version: asset.version,
  hash: content.id,
  code: null,
  message: null,
})

const refusedResult = (path: string, { code, text: message }: Problem): FileResult => ({
  path,
  fate: 'refused',
  id: null,
  version: null,
  hash: null,
  code,
  message,
})
