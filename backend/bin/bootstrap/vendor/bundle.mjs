import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { at } from '../paths.mjs'
import { chunks } from './chunks.mjs'
import { importedPackages, isBare, isBundled, manifestOf, packageOf } from './imports.mjs'
import { standalone, dropAllBut, importable, programs } from './own.mjs'
import { installedPlaces } from './places.mjs'
import { insteadOf } from './stand_ins.mjs'

// The build runs this as a separate program with the server's Node, in which the bundles must run.

/** The compiled server resolves packages here first. */
const modules = at('build', 'node_modules')

const commonJS = 'commonjs:'

const fileBehind = (specifier) => fileURLToPath(import.meta.resolve(specifier))

/** The file of a module as an importer resolves it. For CommonJS, a facade with its export names. */
function entryOf(specifier) {
  const file = fileBehind(specifier)
  return isCommonJS(file) ? `${commonJS}${specifier}.mjs` : file
}

function isCommonJS(file) {
  if (extname(file) !== '.js') return extname(file) === '.cjs'
  const { type } = JSON.parse(readFileSync(findPackageJSON(pathToFileURL(file)), 'utf8'))
  return type !== 'module'
}

/** Gives importers the same exports as Node does: the names Node finds, and for `require` the exported object. */
async function facade(specifier) {
  const file = fileBehind(specifier)
  const names = Object.keys(await import(pathToFileURL(file)))
  const own = names.filter((name) => name !== 'default' && name !== 'module.exports')
  return [
    `import all from ${JSON.stringify(file)}`,
    `export { all as default, all as 'module.exports' }`,
    ...own.map((name, index) => `const _${index} = all[${JSON.stringify(name)}]`),
    `export { ${own.map((name, index) => `_${index} as ${JSON.stringify(name)}`).join(', ')} }`,
  ].join('\n')
}

const entries = {
  name: 'entries',
  resolveId(id) {
    if (id.startsWith(commonJS)) return id
    const isOurs = id.startsWith('@crossdock/')
    return isBare(id) && !isOurs && !isBundled(id) ? { id, external: true } : undefined
  },
  load(id) {
    if (!id.startsWith(commonJS)) return undefined
    return facade(id.slice(commonJS.length, -'.mjs'.length))
  },
}

/** Bundles everything in one run, so that each module exists once. */
async function bundle(input, codeSplitting) {
  const bundler = await rolldown({
    cwd: at(),
    platform: 'node',
    input,
    plugins: [insteadOf, entries, installedPlaces],
    // The running code is the published code.
    treeshake: false,
    // Different importers load the same module statically and dynamically.
    checks: { ineffectiveDynamicImport: false },
  })
  await bundler.write({
    dir: at('build'),
    entryFileNames: '[name]',
    chunkFileNames: 'node_modules/.vendor/[name].js',
    codeSplitting,
    // Some errors and clients are identified by their class name.
    keepNames: true,
    // Keeps stack traces readable.
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  })
}

const nameOf = (specifier) => `node_modules/${packageOf(specifier)}/${fileOf(specifier)}`

const fileOf = (specifier) => {
  const part = specifier.slice(packageOf(specifier).length + 1) || 'index'
  return part.replace(/(\.[cm]?js)?$/, '.js')
}

/**
 * Node resolves the parts of a package by its package.json. Without `type` it would have to guess the module
 * format.
 */
function describe(name, specifiers) {
  const { version, license } = manifestOf(name)
  const parts = specifiers.map((one) => [`.${one.slice(name.length)}`, `./${fileOf(one)}`])
  const exports = { ...Object.fromEntries(parts), './package.json': './package.json' }
  writePackage(name, { name, version, license, type: 'module', exports })
}

function writePackage(folder, content) {
  mkdirSync(join(modules, folder), { recursive: true })
  writeFileSync(join(modules, folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
}

/** Our own modules, which keep their paths. */
const inPlace = (files) =>
  Object.fromEntries(files.map((file) => [file.replace('build/', ''), at(file)]))

const packages = importedPackages()
const named = Object.fromEntries(
  [...packages.values()].flat().map((one) => [nameOf(one), entryOf(one)])
)
const ours = importable()
await bundle(
  { ...inPlace([...programs, ...ours]), ...named },
  chunks(
    {
      // Runs before all other modules load, so its chunk contains its imports and nothing else.
      hardening: [at('build/backend/kernel/hardening/index.js')],
      lodash: ['lodash', '@poppinss/utils/lodash'].map(entryOf),
    },
    programs.map((file) => at(file))
  )
)
for (const program of standalone) await bundle(inPlace([program]))
packages.forEach((specifiers, name) => describe(name, specifiers))
writePackage('.vendor', { type: 'module' })
dropAllBut([...programs, ...standalone, ...ours])
