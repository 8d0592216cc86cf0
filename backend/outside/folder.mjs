import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

// Plain JavaScript: the setup (before anything is built), the server, the console's build and the command line
// all read the operator's folder with this file.

/**
 * The operator's folder of packages: CROSSDOCK_PLUGINS_DIR, otherwise `plugins` in DATA_DIR. Both are relative
 * to `root`.
 */
export function pluginsFolder(env, root) {
  const named = env.CROSSDOCK_PLUGINS_DIR?.trim()
  return named ? resolve(root, named) : resolve(root, env.DATA_DIR?.trim() || 'data', 'plugins')
}

/** The folder of a decided change that is being moved into place. */
export const changed = (folder) => join(folder, '.changed')

/**
 * The packages in the operator's folder, sorted by name, as described by their package.json. Loads none of
 * their code. `problem` explains why a package cannot be used.
 */
export function addedPackages(folder) {
  if (existsSync(changed(folder))) {
    throw new Error(
      `${folder} is partly changed: a command was interrupted, or is still running. Run "node ace plugin:list" to finish the change.`
    )
  }
  const record = readJson(join(folder, 'package.json'))
  if (!record) return []
  const disabled = new Set(record.crossdock?.disabled)
  return Object.keys(record.dependencies ?? {})
    .sort()
    .map((name) => ({
      ...describePackage(join(folder, 'node_modules', name), name),
      disabled: disabled.has(name),
    }))
}

/** Describes one package by its folder. */
export function describePackage(folder, name) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) {
    return {
      name,
      version: '',
      folder,
      operator: false,
      problem: `is not installed. Add it again, or remove it: node ace plugin:remove ${name}`,
    }
  }
  const read = manifestOf(file)
  if (read.problem) return { name, version: '', folder, operator: false, problem: read.problem }
  const { version = '', crossdock } = read.manifest
  return {
    name,
    version: String(version),
    folder,
    kernel: crossdock?.kernel,
    console: moduleAt(folder, crossdock?.console),
    cli: moduleAt(folder, crossdock?.cli),
    operator: crossdock?.operator === true,
    problem: reserved.test(name) ? taken : problemOf(crossdock, folder),
  }
}

/**
 * The content of a package's package.json, or why it cannot be used. A broken package does not affect the
 * others.
 */
function manifestOf(file) {
  try {
    const manifest = readJson(file)
    if (typeof manifest === 'object' && manifest !== null) return { manifest }
    throw new Error(`${file} does not contain an object.`)
  } catch ({ message }) {
    return { problem: `has a package.json that cannot be used: ${message}` }
  }
}

/** Names that always resolve to the application's own packages. */
const reserved = /^@(crossdock|adonisjs|vinejs)\//
const taken = "uses a name that is reserved for Crossdock's packages. Rename it."

const moduleAt = (folder, path) => (typeof path === 'string' ? join(folder, path) : undefined)

const known = { kernel: 'string', console: 'string', cli: 'string', operator: 'boolean' }

function problemOf(field, folder) {
  if (typeof field !== 'object' || field === null) {
    return 'is not a Crossdock plugin: its package.json has no field "crossdock".'
  }
  if (!field.kernel) {
    return 'does not name its kernel version: its package.json needs "crossdock": { "kernel": "^0.1" }.'
  }
  for (const [key, value] of Object.entries(field)) {
    const kind = Object.hasOwn(known, key) ? known[key] : undefined
    if (!kind) {
      return `says "crossdock.${key}" in its package.json, which does not exist. Known: ${Object.keys(known).join(', ')}.`
    }
    if (typeof value !== kind)
      return `has "crossdock.${key}" in its package.json, which is not a ${kind}.`
  }
  const missing = ['console', 'cli'].find(
    (key) => field[key] !== undefined && !isFileIn(folder, field[key])
  )
  return (
    missing &&
    `names ${field[missing]} as "crossdock.${missing}" in its package.json, but that file does not exist.`
  )
}

function isFileIn(folder, path) {
  const file = join(folder, path)
  return file.startsWith(join(folder, sep)) && !!statSync(file, { throwIfNoEntry: false })?.isFile()
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error })
  }
}
