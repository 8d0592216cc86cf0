import { invalid, Problem, text } from '@crossdock/kernel/ground'
import type { Asset } from '../models/asset.js'
import { depthOfFolders, depthsBelow, keepEntries, type Entry } from '../queries/entries_below.js'
import { trashedProblem } from '../queries/find_asset.js'
import { maxDepth, tooDeep } from '../queries/find_folder.js'
import type { Ancestor } from '../tree/lineage.js'

/** Maximum of files and folders one request may create, because other writers wait for its transaction. */
const mostEntries = 10_000

/**
 * Reads everything to copy before the first copy is written, so that copies are never sources.
 * @param folders from the top level down to the target
 * @throws Problem 409 deleted in between, 422 into itself, too many, too deep
 */
export async function copySources(
  assets: readonly Asset[],
  folders: readonly Ancestor[]
): Promise<Map<Asset, Entry[]>> {
  const below = new Map<Asset, string[]>()
  let room = mostEntries
  for (const asset of assets) {
    const { id, name } = asset
    if (folders.some((folder) => folder.id === id)) {
      throw invalid('parentId', text('"{name}" cannot be copied into itself.', { name }))
    }
    const depths = await depthsBelow(id, room)
    room -= depths.size
    if (room < 0) throw tooMany(name)
    const deep = asset.type === 'folder' ? await depthOfFolders(id) : 0
    if (folders.length + deep > maxDepth) throw tooDeep()
    below.set(asset, [...depths.keys()])
  }
  const kept = await keepEntries([...below.values()].flat())
  const entriesOf = (ids: string[]) => ids.flatMap((id) => kept.get(id) ?? [])
  const sources = [...below].map(([asset, ids]) => [asset, entriesOf(ids)] as const)
  const gone = sources.find(([asset, [first]]) => first?.id !== asset.id)
  if (gone) throw trashedProblem(gone[0].name)
  return new Map(sources)
}

function tooMany(name: string): Problem {
  const message = text(
    '"{name}" was not copied: at most {most} files and folders can be copied at once. Copy it in parts.',
    { name, most: mostEntries }
  )
  return new Problem(422, 'E_TOO_MANY', message)
}
