import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { at } from '../paths.mjs'
import { chunks } from './chunks.mjs'
import { importedPackages, isBare, isBundled, manifestOf, packageOf } from './imports.mjs'
import { writeLicences } from './licences.mjs'
import { beside, dropAllBut, importable, programs } from './own.mjs'
import { installedPlaces } from './places.mjs'
import { insteadOf } from './stand_ins.mjs'

// A program of its own: what it bundles has to run in the Node the server runs in.

/** The compiled server looks here first. */
const modules = at('build', 'node_modules')

const commonJS = 'commonjs:'

const fileBehind = (specifier) => fileURLToPath(import.meta.resolve(specifier))

/** The module an importer of this means; one in CommonJS is asked for its names first. */
function entryOf(specifier) {
  const file = fileBehind(specifier)
  return isCommonJS(file) ? `${commonJS}${specifier}.mjs` : file
}

function isCommonJS(file) {
  if (extname(file) !== '.js') return extname(file) === '.cjs'
  const { type } = JSON.parse(readFileSync(findPackageJSON(pathToFileURL(file)), 'utf8'))
  return type !== 'module'
}

/** The same for importers as in Node: the names Node finds, and for `require` the exported object itself. */
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

/** All in one go: each module stays one module, whoever imports it. */
async function bundle(input, codeSplitting) {
  const bundler = await rolldown({
    cwd: at(),
    platform: 'node',
    input,
    plugins: [insteadOf, entries, installedPlaces],
    // What runs is what was published.
    treeshake: false,
    // The same module is loaded later by one and at once by another.
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundler.write({
    dir: at('build'),
    entryFileNames: '[name]',
    chunkFileNames: 'node_modules/.vendor/[name].js',
    codeSplitting,
    // Some errors and clients tell what they are by the name of their class.
    keepNames: true,
    // Stack traces stay readable.
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  })
  return output.flatMap(({ moduleIds = [] }) => moduleIds)
}

const nameOf = (specifier) => `node_modules/${packageOf(specifier)}/${fileOf(specifier)}`

const fileOf = (specifier) => {
  const part = specifier.slice(packageOf(specifier).length + 1) || 'index'
  return part.replace(/(\.[cm]?js)?$/, '.js')
}

/** Node finds the parts of a package by its package.json; without `type` it would have to guess what each file is. */
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

/** Modules of ours, by the place they have and keep. */
const inPlace = (files) =>
  Object.fromEntries(files.map((file) => [file.replace('build/', ''), at(file)]))

const packages = importedPackages()
const named = Object.fromEntries(
  [...packages.values()].flat().map((one) => [nameOf(one), entryOf(one)])
)
const ours = importable()
const bundled = await bundle(
  { ...inPlace([...programs, ...ours]), ...named },
  chunks(
    {
      // Done with its work before anything else is loaded, and what it asks for is there without the rest.
      hardening: [at('build/backend/kernel/hardening/index.js')],
      lodash: ['lodash', '@poppinss/utils/lodash'].map(entryOf),
    },
    programs.map((file) => at(file))
  )
)
for (const program of beside) await bundle(inPlace([program]))
packages.forEach((specifiers, name) => describe(name, specifiers))
writePackage('.vendor', { type: 'module' })
writeLicences(join(modules, '.vendor', 'LICENSES.txt'), bundled)
dropAllBut([...programs, ...beside, ...ours])
