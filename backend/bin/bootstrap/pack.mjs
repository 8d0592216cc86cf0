import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { aloneInBuild } from './build_lock.mjs'
import { bundleCommand } from './command.mjs'
import { described } from './described.mjs'
import { install, npm } from './install.mjs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { tool } from './tool.mjs'

/** The packages for plugin authors, and their sources. Each has the version of the kernel's contract. */
const published = {
  '@crossdock/kernel': 'backend/kernel',
  '@crossdock/backend': 'backend',
  '@crossdock/client': 'backend/client',
  '@crossdock/environments': 'plugins/environments',
  '@crossdock/flows': 'plugins/flows',
  '@crossdock/integrations': 'plugins/integrations',
  '@crossdock/sync': 'plugins/sync',
  '@crossdock/sync-engine': 'plugins/sync/engine',
  '@crossdock/cli': 'cli',
  '@crossdock/admin': 'admin',
}
const clientPackage = '@crossdock/client'
const commandPackage = '@crossdock/cli'
/** Exports that are internal. */
const own = /^\.\/(audit-chain|internal|testing|outside|plugins|admin|protocol)(\/|$)|^\.$/

const types = join('build', 'types')
const packages = join('build', 'packages')

/**
 * `npm run build:packages`: builds the packages that plugin authors compile against, as tarballs in
 * build/packages. They contain only types; at run time a plugin uses the installation's packages. Only
 * `@crossdock/client/v2` contains code, for programs that call the API, and `@crossdock/cli` the command line.
 */
export default async function () {
  const node = await install({ dev: true })
  await build(node, [described])
  return aloneInBuild(() => packAll(node))
}

async function packAll(node) {
  for (const folder of [types, packages]) rmSync(at(folder), { recursive: true, force: true })
  await declare(node, 'tsconfig.packages.json')
  await declare(node, join('admin', 'tsconfig.kit.json'))
  const version = contractVersion()
  await buildClient(node)
  for (const [name, path] of Object.entries(published)) await pack(node, name, path, version)
  return 0
}

const client = join('build', 'client')

/** The client of /api/v2 for programs: its module, and the types of this server's operations. */
async function buildClient(node) {
  const source = at('backend', 'client', 'v2', 'client.ts')
  const options = '--module nodenext --target es2024 --types node --declaration --skipLibCheck'
  const compiler = tool('@typescript/native', 'bin/tsc')
  const compile = [
    compiler,
    source,
    '--ignoreConfig',
    '--outDir',
    at(client),
    ...options.split(' '),
  ]
  const status = await run(node, compile)
  if (status !== 0) throw new Refusal('Could not build the client: see above.', status)
  cpSync(at('backend', 'client', 'v2', 'paths.d.ts'), at(client, 'paths.d.ts'))
  writeFileSync(at(client, 'index.js'), "export * from './client.js'\n")
  writeFileSync(at(client, 'index.d.ts'), clientTypes)
}

const clientTypes = `import type { Client } from 'openapi-fetch'
import type { ClientOptions } from './client.js'
import type { paths } from './paths.js'

export * from './client.js'
export * from './paths.js'
/** Creates a client of \`/api/v2\`, typed with the operations of this version. */
export declare function createClient(options: ClientOptions): Client<paths>
`

/** One version for all contracts that plugins see. */
function contractVersion() {
  const source = readFileSync(at('backend', 'kernel', 'ground', 'version.ts'), 'utf8')
  return /kernelVersion = '([^']+)'/.exec(source)[1]
}

async function declare(node, project) {
  const status = await run(node, [tool('@typescript/native', 'bin/tsc'), '-p', project])
  if (status !== 0)
    throw new Refusal(`Could not generate the types of ${project}: see above.`, status)
}

async function pack(node, name, path, version) {
  const folder = at(packages, name)
  mkdirSync(folder, { recursive: true })
  const source = JSON.parse(readFileSync(at(path, 'package.json'), 'utf8'))
  const declared = at(types, path)
  if (existsSync(declared)) copyTypes(declared, folder)
  else cpSync(at(path, 'index.d.ts'), join(folder, 'index.d.ts'))
  if (name === clientPackage) cpSync(at(client), join(folder, 'v2'), { recursive: true })
  const command = name === commandPackage ? await bundleCommand(node, folder) : {}
  cpSync(at('LICENSE'), join(folder, 'LICENSE'))
  const manifest = {
    name,
    version,
    description: source.description ?? `Types of Crossdock for authors of plugins: ${name}`,
    license: 'MIT',
    type: 'module',
    exports: exportsOf(source, folder),
    ...command,
    ...dependenciesOf(folder, path, name, version),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const { file, args, shell } = npm()
  const options = { cwd: folder, shell, stdio: ['ignore', 'ignore', 'inherit'] }
  const destination = `--pack-destination=${at(packages)}`
  const status = await run(file, [...args, 'pack', destination, '--loglevel=error'], options)
  if (status !== 0) throw new Refusal(`npm could not pack ${name} (status ${status}).`, status)
  console.log(`${name} ${version}`)
}

/** Types of a nested package are in a subfolder, like its sources. */
function copyTypes(from, to) {
  const others = Object.values(published).map((path) => at(types, path))
  cpSync(from, to, {
    recursive: true,
    filter: (file) => file === from || !others.includes(file),
  })
}

/** Exports with their types: the public folders of the kernel, and the contracts of each domain. */
function exportsOf({ name, exports }, folder) {
  const entries = Object.entries(exports)
  const contracts = entries.filter(([entry]) => !own.test(entry))
  const open = contracts.length > 0 ? contracts : entries.slice(0, 1)
  if (name === clientPackage) return { '.': { types: './index.d.ts' }, './v2': clientEntry }
  const shown = name === '@crossdock/kernel' ? publicOf(exports) : open.flatMap(writtenOut)
  return Object.fromEntries(
    shown.map(([entry, target]) => {
      const file = target['crossdock-source'] ?? target.types ?? target.default ?? target
      const types = file.replace(/(?<!\.d)\.tsx?$/, '.d.ts')
      if (!existsSync(join(folder, types))) throw new Refusal(`${name} has no types for ${entry}.`)
      return [entry, { types }]
    })
  )
}

const clientEntry = { types: './v2/index.d.ts', default: './v2/index.js' }

const publicOf = (exports) =>
  Object.entries(exports)
    .filter(([entry, target]) => entry.startsWith('./public/') && target)
    .map(([entry, target]) => [entry.replace('/public', ''), target])

/** Expands `./*` to the existing domains. */
function writtenOut([entry, target]) {
  if (!entry.includes('*')) return [[entry, target]]
  return readdirSync(at('backend', 'app'))
    .filter((domain) => existsSync(at('backend', 'app', domain, 'contracts', 'index.ts')))
    .map((domain) => [
      entry.replace('*', domain),
      { types: target['crossdock-source'].replace('*', domain) },
    ])
}

/**
 * The packages that the files of a folder import, in the installed versions. The bundled command line
 * contains the code of our packages, so only its types need them.
 */
function dependenciesOf(folder, source, self, version) {
  const named = new Set()
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!/\.(d\.ts|js)$/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, id] of text.matchAll(/(?:from|import\()\s*["']((?:@[\w.-]+\/)?[\w-][\w.-]*)/g))
      named.add(id)
  }
  const ids = [...named].sort().filter((id) => id !== self && !id.startsWith('node'))
  const ours = ids.filter((id) => id.startsWith('@crossdock/')).map((id) => [id, `^${version}`])
  const others = ids.flatMap((id) => {
    if (id.startsWith('@crossdock/')) return []
    const typed = `@types/${id.replace(/^@/, '').replace('/', '__')}`
    return [id, typed].flatMap((name) => {
      const manifest = [source, '.'].map((path) => at(path, 'node_modules', name, 'package.json'))
      const installed = manifest.find((file) => existsSync(file))
      if (!installed) return []
      return [[name, `^${JSON.parse(readFileSync(installed, 'utf8')).version}`]]
    })
  })
  if (self !== commandPackage) return { dependencies: Object.fromEntries([...ours, ...others]) }
  const optional = ours.map(([id]) => [id, { optional: true }])
  return {
    dependencies: Object.fromEntries(others),
    peerDependencies: Object.fromEntries(ours),
    peerDependenciesMeta: Object.fromEntries(optional),
  }
}
