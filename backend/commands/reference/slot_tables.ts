import { code, table } from './markdown.js'
import { Sources, type Shape } from './sources.js'

const kit = 'admin/src/kit'
const declaration = 'ConsolePlugin'

/** The contributions of a plugin to the console and their parts, from the comments of the kit. */
export async function slotTables(): Promise<string> {
  const sources = await Sources.of(
    ...['plugin', 'dashboard', 'slots', 'schema/kinds'].map((file) => `${kit}/${file}.ts`)
  )
  const plugin = sources.shapes.get(declaration)
  if (!plugin) throw new Error(`${kit}/plugin.ts declares no ${declaration}.`)
  const shapes = plugin.members.flatMap(({ type }) => sources.shapes.get(itemOf(type)) ?? [])
  const rows = plugin.members.map(({ name, type, doc }) => {
    const shape = sources.shapes.get(itemOf(type))
    const takes = shape && drawn(shape) ? `[${code(shape.name)}](#${anchor(shape)})` : code(type)
    return [code(name), takes, doc || (shape?.doc ?? '')]
  })
  const parts = [...new Set(shapes)].filter(drawn).map((shape) => {
    const members = membersOf(shape, sources).map(({ name, type, optional, doc }) => [
      code(name),
      code(type) + (optional ? ', optional' : ''),
      doc,
    ])
    return `### ${shape.name}\n\n${shape.doc}\n\n${table(['Part', 'Type', 'Description'], members)}`
  })
  const intro = 'What `defineConsolePlugin` of `@crossdock/admin/kit` takes.'
  return [intro, table(['Slot', 'Takes', 'Description'], rows), ...parts].join('\n\n')
}

const drawn = ({ members }: Shape) => members.length > 0

const anchor = ({ name }: Shape) => name.toLowerCase()

/** `Tab` of `readonly Tab[]`. */
const itemOf = (type: string) => type.replace(/^readonly /, '').replace(/\[\]$/, '')

/** The members of the interface itself come before the inherited ones. */
function membersOf({ members, extends: parents }: Shape, sources: Sources): Shape['members'] {
  const inherited = parents.flatMap((parent) => {
    const shape = sources.shapes.get(parent)
    return shape ? membersOf(shape, sources) : []
  })
  return [...members, ...inherited]
}
