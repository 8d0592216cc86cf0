import { realpathSync } from 'node:fs'
import type { registerHooks } from 'node:module'
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import type { OutsidePackage } from './folder.mjs'

/** What a package from outside shares with the application: it means the application's, wherever it lies itself. */
const shared = /^(@crossdock\/.+|@adonisjs\/(core|lucid)(\/.*)?|@vinejs\/vine(\/.*)?)$/
/** What of ours is a contract. Of the kernel's rooms its package.json names the public part. */
const open =
  /^@crossdock\/(kernel\/\w+|backend\/(?!outside|plugins|testing)\w+|[\w-]+\/contracts|cli\/plugin)$/
const entry = 'crossdock-outside:'
const tenancy = '@crossdock/kernel/tenancy'
const withoutOperator = '?without-operator='

/**
 * The packages of each folder this process looks into, by its address (of what it really is, when it is a link). The
 * process's and no application's: so are its modules.
 */
const folders = new Map<string, readonly OutsidePackage[]>()

/**
 * From now on the packages of this folder find what they share with the application in the application: there is one
 * kernel, one Lucid, one Vine, whatever else lies in the folder. Returns by what the application imports one of them.
 */
export function shareInstances(
  folder: string,
  packages: readonly OutsidePackage[]
): (name: string) => string {
  // The command line also runs under a Node that has no such hooks.
  if (folders.size === 0) module.registerHooks?.({ resolve, load })
  const url = `${pathToFileURL(realpathSync(folder)).href}/`
  folders.set(url, packages)
  return (name) => `${entry}${url}?${name}`
}

type Resolve = Parameters<typeof registerHooks>[0]['resolve'] & {}
type Load = Parameters<typeof registerHooks>[0]['load'] & {}

const resolve: Resolve = (specifier, context, next) => {
  if (specifier.startsWith(entry)) {
    const [folder, name] = specifier.slice(entry.length).split('?') as [string, string]
    return next(name, { ...context, parentURL: `${folder}package.json` })
  }
  if (!shared.test(specifier)) return next(specifier, context)
  const parent = context.parentURL
  const folder = parent && [...folders.keys()].find((url) => parent.startsWith(url))
  if (!folder) return next(specifier, context)
  if (specifier.startsWith('@crossdock/') && !open.test(specifier)) throw notPublic(specifier)
  // It looks from where it was called, whatever parent it is given, and would not see whose the tenancy room is.
  if (context.conditions.includes('require')) throw notRequired(specifier)
  const room = specifier.replace('@crossdock/kernel/', '@crossdock/kernel/public/')
  const found = resolveOurs(room, specifier, () =>
    next(room, { ...context, parentURL: import.meta.url })
  )
  if (specifier !== tenancy) return found
  const owner = ownerOf(parent, folder)
  return owner?.operator
    ? found
    : { ...found, url: `${found.url}${withoutOperator}${owner?.name ?? ''}` }
}

function resolveOurs<T>(room: string, specifier: string, resolved: () => T): T {
  try {
    return resolved()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw room !== specifier && code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
      ? notPublic(specifier)
      : error
  }
}

const notPublic = (specifier: string) =>
  new Error(`"${specifier}" is not for plugins: docs/plugins.md names what is.`)

const notRequired = (specifier: string) =>
  new Error(
    `"${specifier}" is imported, not required: plugins are ES modules ("type": "module" in package.json).`
  )

/** The package a module belongs to; none when it is one that a plugin brought along. */
function ownerOf(module: string, folder: string): OutsidePackage | undefined {
  const packages = folders.get(folder)!
  return packages.find(({ name }) => module.startsWith(`${folder}node_modules/${name}/`))
}

/** The tenancy room for a package without operator rights: the same, but for the one door across tenants. */
const load: Load = (url, context, next) => {
  const at = url.indexOf(withoutOperator)
  if (at < 0) return next(url, context)
  const name = url.slice(at + withoutOperator.length)
  const who = name ? `The plugin package "${name}"` : 'A package that a plugin brought along'
  const why = `${who} asks for operator rights (asOperator), and its package.json does not say "crossdock": { "operator": true }.`
  return {
    format: 'module',
    shortCircuit: true,
    source: `export * from ${JSON.stringify(url.slice(0, at))}
export function asOperator() { throw new Error(${JSON.stringify(why)}) }
`,
  }
}
