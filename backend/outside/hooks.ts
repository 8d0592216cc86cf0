import { realpathSync } from 'node:fs'
import type { registerHooks } from 'node:module'
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import type { AddedPackage } from './folder.mjs'

/**
 * Packages that third-party packages share with the application. They always resolve to the application's
 * copies.
 */
const shared = /^(@crossdock\/.+|@adonisjs\/(core|lucid)(\/.*)?|@vinejs\/vine(\/.*)?)$/
/** The public exports of our packages. For the kernel, those in its package.json. */
const open =
  /^@crossdock\/(kernel\/\w+|backend\/(?!outside|plugins|testing)\w+|[\w-]+\/contracts|cli\/plugin)$/
const entry = 'crossdock-outside:'
const tenancy = '@crossdock/kernel/tenancy'
const withoutOperator = '?without-operator='

/**
 * The packages of each folder that this process uses, by the folder's real URL. Kept per process, not per
 * application, like its modules.
 */
const folders = new Map<string, readonly AddedPackage[]>()

/**
 * Makes the packages of this folder share the application's instances: one kernel, one Lucid, one Vine,
 * regardless of other copies in the folder. Returns a function that resolves a package's main module.
 */
export function shareInstances(
  folder: string,
  packages: readonly AddedPackage[]
): (name: string) => string {
  // The command line also runs under Node versions without these hooks.
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
  // `require` ignores the given parent and resolves from the caller's path. It would bypass the check of the
  // tenancy module.
  if (context.conditions.includes('require')) throw notRequired(specifier)
  const publicSpecifier = specifier.replace('@crossdock/kernel/', '@crossdock/kernel/public/')
  const found = resolveOurs(publicSpecifier, specifier, () =>
    next(publicSpecifier, { ...context, parentURL: import.meta.url })
  )
  if (specifier !== tenancy) return found
  const owner = ownerOf(parent, folder)
  return owner?.operator
    ? found
    : { ...found, url: `${found.url}${withoutOperator}${owner?.name ?? ''}` }
}

function resolveOurs<T>(publicSpecifier: string, specifier: string, resolved: () => T): T {
  try {
    return resolved()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw publicSpecifier !== specifier && code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
      ? notPublic(specifier)
      : error
  }
}

const notPublic = (specifier: string) =>
  new Error(`"${specifier}" is not available to plugins. docs/plugin-reference.md says what is.`)

const notRequired = (specifier: string) =>
  new Error(
    `"${specifier}" must be imported, not required: plugins are ES modules ("type": "module" in package.json).`
  )

/** The package that a module belongs to. Undefined for modules of a plugin's own dependencies. */
function ownerOf(module: string, folder: string): AddedPackage | undefined {
  const packages = folders.get(folder)!
  return packages.find(({ name }) => module.startsWith(`${folder}node_modules/${name}/`))
}

/** The tenancy module for a package without operator rights: the same exports, but `asOperator` throws. */
const load: Load = (url, context, next) => {
  const at = url.indexOf(withoutOperator)
  if (at < 0) return next(url, context)
  const name = url.slice(at + withoutOperator.length)
  const who = name ? `The plugin package "${name}"` : 'A dependency of a plugin'
  const why = `${who} asks for operator rights (asOperator), and its package.json does not say "crossdock": { "operator": true }.`
  return {
    format: 'module',
    shortCircuit: true,
    source: `export * from ${JSON.stringify(url.slice(0, at))}
export function asOperator() { throw new Error(${JSON.stringify(why)}) }
`,
  }
}
