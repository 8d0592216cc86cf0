import { readdir, readFile } from 'node:fs/promises'
import { describeEvents } from '@crossdock/kernel/events'
import type { PluginHost } from '@crossdock/kernel/plugin'
import { variables } from '@crossdock/kernel/settings'
import { eventTables } from './event_tables.js'
import { code, list, table } from './markdown.js'
import { slotTables } from './slot_tables.js'
import { Sources, type Reference } from './sources.js'

const head = `# Plugins: what there is

Written by \`node ace openapi:generate\` from the declarations, and checked by a test. [Writing a plugin](../plugins.md) and
[its reference](../plugin-reference.md) explain its use. Every server shows its operations at \`/api-docs\`.`

/** Generates the page of everything that a plugin may use from other plugins and from the console. */
export async function pluginsPage(host: PluginHost): Promise<string> {
  const domains = await readdir('backend/app')
  const plugins = await readdir('plugins')
  const sources = await Sources.of(
    'backend/kernel',
    ...domains.map((name) => `backend/app/${name}/contracts`),
    ...plugins.map((name) => `plugins/${name}/contracts`)
  )
  const exported = await exportsOfKernel()
  const known = sources.references
    .map((reference) => ({ ...reference, from: packageOf(reference, exported) }))
    .filter(({ from }) => from !== undefined)
    .sort((a, b) => (a.id < b.id ? -1 : 1)) as Known[]
  const parts: [title: string, text: string][] = [
    ['Extension points', extensionPoints(host, known, sources)],
    ['Contracts', services(known, sources)],
    ['Slots of the console', await slotTables()],
    ['Permissions', permissions(host)],
    ['Events', eventTables(describeEvents(host.eventTypes))],
    ['Settings', settings()],
  ]
  return [head, ...parts.map(([title, text]) => `## ${title}\n\n${text}`)].join('\n\n')
}

type Known = Reference & { from: string }

const importOf = ({ name, from }: Known) => `${code(name)} of ${code(from)}`

/** Returns the comment of the declaration, otherwise the comment of the type that it takes or returns. */
const about = ({ doc, contract }: Known, { shapes }: Sources) =>
  doc || (shapes.get(contract.replace(/\W.*/s, ''))?.doc ?? '')

function extensionPoints({ plugins }: PluginHost, known: Known[], sources: Sources): string {
  const points = plugins.flatMap(({ extensionPoints = [] }) => extensionPoints)
  const rows = known
    .filter(({ kind }) => kind === 'extensionPoint')
    .map((reference) => {
      const point = points.find(({ id }) => id === reference.id)
      const names = Map.groupBy(
        point?.entries().map(([name]) => name) ?? [],
        (name) => point!.contributor(name) ?? ''
      )
      const brought = [...names].map(([plugin, all]) => `${plugin}: ${list(all)}`).join('; ')
      const { id, contract } = reference
      return [code(id), importOf(reference), code(contract), about(reference, sources), brought]
    })
  return `Plugins add to a point with \`contribute(point, …)\` in \`contributes\`.\n\n${table(
    ['Point', 'Reference', 'Contract', 'Description', 'Contributions'],
    rows
  )}`
}

function services(known: Known[], sources: Sources): string {
  const rows = known
    .filter(({ kind }) => kind === 'service')
    .map((reference) => {
      const members = sources.shapes.get(reference.contract)?.members ?? []
      const offers = list(members.map(({ name }) => name))
      const { id, contract } = reference
      return [code(id), importOf(reference), code(contract), offers, about(reference, sources)]
    })
  return `Services that a plugin offers to others: \`reference.use()\`.\n\n${table(
    ['Name', 'Reference', 'Contract', 'Offers', 'Description'],
    rows
  )}`
}

function permissions({ plugins }: PluginHost): string {
  const rows = plugins.flatMap(({ name: plugin, permissions = [] }) =>
    permissions.map(({ name, description, roles }) => [
      code(name),
      description,
      list(['admin', ...roles]),
      plugin,
    ])
  )
  return table(['Permission', 'What it allows', 'Built-in roles', 'Plugin'], rows)
}

function settings(): string {
  const rows = Object.entries(variables).map(([name, { expected }]) => [code(name), expected])
  return `Read with \`settings.use()\` of \`@crossdock/kernel/settings\`. Each setting is explained in [\`.env.example\`](../../.env.example).\n\n${table(
    ['Variable', 'Expected'],
    rows
  )}`
}

/** The folders of the kernel that third-party packages may import, with the source text of their exports. */
async function exportsOfKernel(): Promise<[area: string, text: string][]> {
  const manifest = JSON.parse(await readFile('backend/kernel/package.json', 'utf8'))
  const entries = Object.entries(manifest.exports as Record<string, Record<string, string> | null>)
  const open = entries.flatMap(([part, at]): [string, string][] => {
    const area = /^\.\/public\/(\w+)$/.exec(part)?.[1]
    const file = at?.['crossdock-source']
    return area && file ? [[area, file]] : []
  })
  return Promise.all(
    open.map(async ([area, file]) => [area, await readFile(`backend/kernel/${file}`, 'utf8')])
  )
}

/**
 * Returns the package from which plugins import the declaration; undefined for a declaration that plugins do
 * not see.
 */
function packageOf({ file, name }: Reference, kernel: [string, string][]): string | undefined {
  const [, root, domain] = /^(backend\/app|plugins)[\\/](\w+)/.exec(file) ?? []
  if (root === 'plugins') return `@crossdock/${domain}/contracts`
  if (root) return `@crossdock/backend/${domain}`
  const area = kernel.find(([area, text]) => {
    const own = new RegExp(`\\bexport const ${name}\\b|\\b${name}\\b[^}]*\\} from`)
    return own.test(text) && (file.includes(`kernel/${area}/`) || text.includes('../ground/'))
  })?.[0]
  return area && `@crossdock/kernel/${area}`
}
