import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { at } from '../paths.mjs'
import { usedPackages } from '../sbom.mjs'
import { workspaces } from '../workspaces.mjs'

/**
 * These load a compiled part from their own folder. libheif-js stays a separate package, because its license
 * requires that people can replace it.
 */
const native = ['better-sqlite3', 'sqlite3', 'sharp', '@hyzyla/pdfium', 'libheif-js', 'ssh2']

/** Packages shared with third-party plugins (backend/outside/hooks.ts), which may import any part of them. */
const shared = ['@adonisjs/core', '@adonisjs/lucid', '@vinejs/vine']

/** Packages of which a workspace has its own version. Node finds that version before any bundle (mirror.mjs). */
const nested = workspaces()
  .filter((path) => !/^(admin|cli)\b/.test(path))
  .flatMap((path) => namesIn(at(path, 'node_modules')))

/**
 * Used packages, by the folder name in node_modules. An alias such as `@typescript/native` differs from the
 * name in the package.
 */
const used = new Set(
  usedPackages()
    .filter(({ path }) => path.includes('node_modules/'))
    .map(({ path }) => path.replace(/.*node_modules\//, ''))
)

/**
 * Whether the bundle contains an import. Unused packages (development packages, missing optional peers) are
 * left to Node, which may or may not find them.
 */
export function isBundled(specifier) {
  const name = packageOf(specifier)
  return used.has(name) && !native.includes(name) && !nested.includes(name)
}

export const isBare = (specifier) => /^[@a-z][^:]*$/i.test(specifier)

export const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0]

/** The packages to bundle, with their imported parts: `name` or `name/part`. */
export function importedPackages() {
  const specifiers = ['backend', 'plugins']
    .flatMap((folder) => filesBelow(at('build', folder)).map((file) => at('build', folder, file)))
    .filter((file) => file.endsWith('.js'))
    .flatMap(specifiersIn)
    .filter((specifier) => isBare(specifier) && isBundled(specifier))
  const all = new Set([...specifiers, ...shared.filter(isBundled).flatMap(partsOf)])
  return Map.groupBy([...all].sort(), packageOf)
}

/** The literal specifiers that a file imports or requires. */
export function specifiersIn(file) {
  const specifiers = []
  const add = (node) => typeof node?.value === 'string' && specifiers.push(node.value)
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    CallExpression: ({ callee, arguments: [first] }) => callee.name === 'require' && add(first),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return specifiers
}

/** Everything a package exports, with `./folder/*` expanded. */
function partsOf(name) {
  return Object.entries(manifestOf(name).exports).flatMap(([part, file]) => {
    if (extname(file) !== '.js') return []
    const [before, after] = file.split('*')
    const specifier = `${name}${part.slice(1)}`
    if (after === undefined) return [specifier]
    return filesBelow(at('node_modules', name, before))
      .filter((found) => found.endsWith(after))
      .map((found) => specifier.replace('*', found.slice(0, -after.length)))
  })
}

export const manifestOf = (name) =>
  JSON.parse(readFileSync(at('node_modules', name, 'package.json'), 'utf8'))

/** The files below a folder, as relative paths. */
function filesBelow(folder, path = '') {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const found = path ? `${path}/${entry.name}` : entry.name
    if (entry.isDirectory()) return filesBelow(folder, found)
    return entry.isFile() ? [found] : []
  })
}

function namesIn(modules) {
  if (!existsSync(modules)) return []
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => `${name}/${one}`) : [name]
  )
}
