import { Contract, plainRules } from './sim/contract.js'
import { Disk, posix } from './sim/disk.js'
import type { Rules, Traits } from '@crossdock/sync-engine'

/** Fills a disk: path to content; a path with a trailing slash is a folder. */
export function fill(disk: Disk, tree: Record<string, string>, modifiedAt = 1): Disk {
  for (const [path, content] of Object.entries(tree)) {
    const names = path.split('/').filter(Boolean)
    const name = path.endsWith('/') ? null : names.pop()!
    let parentId: string | null = null
    for (const folder of names)
      parentId = (disk.child(parentId, folder) ?? disk.make(parentId, folder, 'folder')).id
    if (name === null) continue
    const item = disk.child(parentId, name)
    if (item) disk.write(item, content, modifiedAt)
    else disk.make(parentId, name, 'file', content, modifiedAt)
  }
  return disk
}

/** Two disks and a contract between them. */
export function pair(
  source: Record<string, string>,
  target: Record<string, string>,
  {
    hasIds = true,
    rules = {},
    traits = {},
  }: {
    hasIds?: boolean
    rules?: Partial<Rules>
    traits?: { source?: Partial<Traits>; target?: Partial<Traits> }
  } = {}
) {
  const disks = {
    source: fill(new Disk('s', { ...posix, hasIds, ...traits.source }), source),
    target: fill(new Disk('t', { ...posix, hasIds, ...traits.target }), target),
  }
  const contract = new Contract('c', disks.source, disks.target, { ...plainRules, ...rules })
  return { ...disks, contract }
}
