import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'

// Plain JavaScript: the set-up (before anything is built), the server, the console's build and the command line all
// read the operator's folder by this one file.

/** The operator's folder of packages: CROSSDOCK_PLUGINS_DIR, else `plugins` in DATA_DIR; both seen from `root`. */
export function pluginsFolder(env, root) {
  const named = env.CROSSDOCK_PLUGINS_DIR?.trim()
  return named ? resolve(root, named) : resolve(root, env.DATA_DIR?.trim() || 'data', 'plugins')
}

/** Where a change lies that was decided and is being put in its place. */
export const changed = (folder) => join(folder, '.changed')

/**
 * The packages somebody added to the folder, in the order of their names, as their package.json tells of them. None of
 * their code is loaded. `problem` says why one cannot be used.
 */
export function outsidePackages(folder) {
  if (existsSync(changed(folder))) {
    throw new Error(
      `${folder} is half changed: a command was interrupted there, or is still at it. "node ace plugin:list" puts the rest in its place.`
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

/** One package by its folder. */
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
  const told = manifestOf(file)
  if (told.problem) return { name, version: '', folder, operator: false, problem: told.problem }
  const { version = '', crossdock } = told.manifest
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

/** What a package's package.json holds, or why it cannot be used: that of one package keeps nobody from the others. */
function manifestOf(file) {
  try {
    const manifest = readJson(file)
    if (typeof manifest === 'object' && manifest !== null) return { manifest }
    throw new Error(`${file} holds no object.`)
  } catch ({ message }) {
    return { problem: `has a package.json that cannot be used: ${message}` }
  }
}

/** Names that mean the application's own packages, whoever imports them. */
const reserved = /^@(crossdock|adonisjs|vinejs)\//
const taken = "bears a name of Crossdock's own packages or of what they share. Give it another one."

const moduleAt = (folder, path) => (typeof path === 'string' ? join(folder, path) : undefined)

const known = { kernel: 'string', console: 'string', cli: 'string', operator: 'boolean' }

function problemOf(field, folder) {
  if (typeof field !== 'object' || field === null) {
    return 'is no plugin of Crossdock: its package.json has no field "crossdock".'
  }
  if (!field.kernel) {
    return 'does not say which kernel it works with: its package.json needs "crossdock": { "kernel": "^1.0" }.'
  }
  for (const [key, value] of Object.entries(field)) {
    const kind = Object.hasOwn(known, key) ? known[key] : undefined
    if (!kind) {
      return `says "crossdock.${key}" in its package.json, which does not exist. Known: ${Object.keys(known).join(', ')}.`
    }
    if (typeof value !== kind)
      return `says "crossdock.${key}" in its package.json, which is no ${kind}.`
  }
  const missing = ['console', 'cli'].find(
    (key) => field[key] !== undefined && !isFileIn(folder, field[key])
  )
  return (
    missing &&
    `names ${field[missing]} as "crossdock.${missing}" in its package.json, and there is no such file in it.`
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
