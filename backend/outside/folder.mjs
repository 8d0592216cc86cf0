import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Plain JavaScript: the set-up (before anything is built), the server, the console's build and the command line all
// read the operator's folder by this one file.

/** The operator's folder of packages: CROSSDOCK_PLUGINS_DIR, else `plugins` in DATA_DIR; both seen from `root`. */
export function pluginsFolder(env, root) {
  const named = env.CROSSDOCK_PLUGINS_DIR?.trim()
  return named ? resolve(root, named) : resolve(root, env.DATA_DIR?.trim() || 'data', 'plugins')
}

/**
 * The packages somebody added to the folder, in the order of their names, as their package.json tells of them. None of
 * their code is loaded. `problem` says why one cannot be used.
 */
export function outsidePackages(folder) {
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
  const { version = '', crossdock } = readJson(file)
  return {
    name,
    version,
    folder,
    kernel: crossdock?.kernel,
    console: crossdock?.console && join(folder, crossdock.console),
    cli: crossdock?.cli && join(folder, crossdock.cli),
    operator: crossdock?.operator === true,
    problem: problemOf(crossdock, folder),
  }
}

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
    (key) => field[key] && !existsSync(join(folder, field[key]))
  )
  return (
    missing &&
    `names ${field[missing]} as "crossdock.${missing}" in its package.json, and there is no such file.`
  )
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error })
  }
}
