import { setImmediate } from 'node:timers/promises'
import { invalid, Problem, text } from '@crossdock/kernel/ground'
import { closedFolders } from '../folder_permissions/closed.js'
import {
  findAssets,
  trashedProblem,
  assertNotTrashed,
  type FoundAsset,
} from '../queries/find_asset.js'
import { groupByParent, shownBelow, type ShownEntry } from '../queries/shown_below.js'
import { checksumsOf } from './checksums_of.js'
import { repairName, NamesInUse } from './zip_names.js'
import { ZipPlan, type PlannedEntry } from './zip_plan.js'

/** Limit for one zip: its plan stays in memory while it is sent, some hundred bytes for each entry. */
const mostEntries = 100_000
/** Entries after which other work gets a turn. */
const entriesPerTurn = 2_000

type FileEntry = Omit<PlannedEntry, 'crc32'>

interface Planned {
  plan: ZipPlan
  name: string
  /** Ids of the folders in the zip and above it. */
  folders: ReadonlySet<string>
}

/**
 * Plans a zip of files and folders, each with its own name at the top level. Versions never change, so a
 * later request gets the same plan until an asset changes.
 * @param versions the versions that the caller considers current, one for each id
 * @throws Problem 404, 409 in the trash, 412 when a file has a different version now, 422 too many files or
 *   not as many versions as ids, 503 while the server computes checksums of older files
 */
export async function planZip(
  ids: readonly string[],
  versions: readonly number[] = [],
  most = mostEntries
): Promise<Planned> {
  if (versions.length > 0 && versions.length !== ids.length) throw notOneEach(ids.length)
  const found = (await findAssets(ids)).map(assertNotTrashed)
  const closed = await closedFolders('read')
  const folders = new Set(found.flatMap(({ path }) => path.map(({ id }) => id)))
  const top: { asset: ShownEntry; below: Map<string, ShownEntry[]> }[] = []
  let room = most
  for (const { asset } of found) {
    const entries = await shownBelow(asset.id, room)
    room -= entries.length
    if (room < 0) throw tooMany(most)
    const shown = entries.find(({ id }) => id === asset.id)
    if (!shown) throw trashedProblem(asset.name)
    const expected = versions[ids.indexOf(asset.id)]
    if (expected !== undefined && shown.version !== expected) throw changed(asset.name)
    top.push({ asset: shown, below: groupByParent(entries, closed) })
  }
  const names = new NamesInUse()
  const files: FileEntry[] = []
  for (const { asset, below } of top) {
    for (const id of await collect(files, asset, nameOf(asset, names), below)) folders.add(id)
  }
  const sums = await checksumsOf(files)
  const entries = files.map((file) => ({ ...file, crc32: sums.get(file.contentId ?? '') ?? 0 }))
  return { plan: new ZipPlan(entries), name: `${zipName(found)}.zip`, folders }
}

/**
 * Fills `files` with files in the order of their paths, and empty folders. The paths of files imply the other
 * folders.
 * @returns the ids of all folders
 */
async function collect(
  files: FileEntry[],
  top: ShownEntry,
  name: string,
  below: ReadonlyMap<string, ShownEntry[]>
): Promise<string[]> {
  const folders: string[] = []
  const stack = [{ entry: top, path: name }]
  for (let turn = 1; stack.length > 0; turn++) {
    const { entry, path } = stack.pop()!
    if (turn % entriesPerTurn === 0) await setImmediate()
    if (entry.type === 'file') {
      files.push(fileOf(entry, path))
      continue
    }
    folders.push(entry.id)
    stack.push(...childrenOf(entry, path, below))
    if (!below.has(entry.id)) files.push(folderOf(entry, path))
  }
  return folders
}

/** The children of a folder in reverse order, for use as a stack. */
function childrenOf(
  folder: ShownEntry,
  path: string,
  below: ReadonlyMap<string, ShownEntry[]>
): { entry: ShownEntry; path: string }[] {
  const names = new NamesInUse()
  const sorted = (below.get(folder.id) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))
  return sorted.map((entry) => ({ entry, path: `${path}/${nameOf(entry, names)}` })).reverse()
}

const nameOf = ({ name, type }: ShownEntry, names: NamesInUse) =>
  names.take(repairName(name), type === 'folder')

const fileOf = (
  { size, contentId, fileModifiedAt, writtenAt, createdAt }: ShownEntry,
  path: string
): FileEntry => ({
  path,
  size,
  contentId,
  modifiedAt: fileModifiedAt ?? writtenAt ?? createdAt,
})

const folderOf = ({ createdAt }: ShownEntry, path: string): FileEntry => ({
  path: `${path}/`,
  size: 0,
  contentId: null,
  modifiedAt: createdAt,
})

/** The name of the only asset, otherwise of the folder that contains them. */
function zipName(found: readonly FoundAsset[]): string {
  const [first, ...others] = found
  if (others.length === 0) return first!.asset.name
  const { parentId } = first!.asset
  const isTogether = others.every(({ asset }) => asset.parentId === parentId)
  return (isTogether ? first!.path.at(-2)?.name : undefined) ?? 'Files'
}

function changed(name: string): Problem {
  const message = text(
    '"{name}" has a different version now. List it again, or leave versions out.',
    { name }
  )
  return new Problem(412, 'E_CHANGED', message)
}

function notOneEach(count: number): Problem {
  return invalid(
    'versions',
    text('Send one version for each id, in the same order: {count}.', { count })
  )
}

function tooMany(most: number): Problem {
  const message = text(
    'This is too much for one zip: it may hold at most {most} files and folders. Download it in parts.',
    { most }
  )
  return new Problem(422, 'E_TOO_MANY', message)
}
