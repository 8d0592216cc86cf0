import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resolveFolder } from '../../assets/resolve.js'
import type { Factory } from '../../factory.js'
import { wholeNumber } from '../../output/limit.js'

/** Folders per request: their ids are in the URL. */
const atATime = 50

export interface TreeOptions {
  depth?: string
}

/** Shows everything below a folder. Reads level by level and draws one tree. */
export async function showTree(
  factory: Factory,
  path: string,
  { depth }: TreeOptions
): Promise<void> {
  const most = depth === undefined ? Infinity : wholeNumber('--depth', depth)
  const api = await factory.api()
  const top = (await resolveFolder(api, path))?.id ?? ''
  const below = await childrenBelow(api, top, most)
  const rows = [...drawn(below, top)]
  if (factory.flags.json) return factory.printJson(rows.map(({ asset }) => asset))
  if (rows.length === 0) return factory.note(`"${path}" is empty.`)
  for (const { asset, lines } of rows) {
    factory.say(`${lines}${asset.name}${asset.type === 'folder' ? '/' : ''}`)
  }
}

/** The children of each folder by its id. The id of the top level is empty. */
async function childrenBelow(
  api: ApiClient,
  top: string,
  most: number
): Promise<Map<string, Asset[]>> {
  const below = new Map<string, Asset[]>()
  let folders = [top]
  for (let level = 0; folders.length > 0 && level < most; level += 1) {
    const inside: string[] = []
    for (let at = 0; at < folders.length; at += atATime) {
      const parents = folders.slice(at, at + atATime)
      const filter = { parent: parents.length === 1 ? parents[0]! : parents }
      for await (const asset of api.rows<Asset>('/api/assets', { filter, sort: ['name', 'ASC'] })) {
        const siblings = below.get(asset.parentId ?? '') ?? []
        siblings.push(asset)
        below.set(asset.parentId ?? '', siblings)
        if (asset.type === 'folder') inside.push(asset.id)
      }
    }
    folders = inside
  }
  return below
}

function* drawn(
  below: ReadonlyMap<string, Asset[]>,
  folder: string,
  before = ''
): Generator<{ asset: Asset; lines: string }> {
  const children = below.get(folder) ?? []
  for (const [at, asset] of children.entries()) {
    const isLast = at === children.length - 1
    yield { asset, lines: `${before}${isLast ? '└── ' : '├── '}` }
    yield* drawn(below, asset.id, `${before}${isLast ? '    ' : '│   '}`)
  }
}
