import { existsSync, readFileSync } from 'node:fs'
import { basename, sep } from 'node:path'
import { aloneInBuild } from './build_lock.mjs'
import { findNode } from './node.mjs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { hashFile, readStamp, writeStamp } from './stamps.mjs'

/**
 * Installs what package-lock.json requires, with or without development dependencies, and returns the path of
 * the Node to run. Costs one hash when nothing changed. One process installs at a time.
 */
export async function install({ dev }) {
  return installedNode(dev) ?? aloneInBuild(() => installedNode(dev) ?? installWith(dev))
}

/** The path of the Node to run. Undefined when something must be installed first. */
function installedNode(dev) {
  const have = readStamp('install')
  if (have?.lock !== hashFile(at('package-lock.json')) || (dev && !have.dev)) return undefined
  return existsSync(have.node) ? have.node : undefined
}

async function installWith(dev) {
  const lock = hashFile(at('package-lock.json'))
  if (!isInstalled({ dev })) await npmInstall({ dev, adding: readStamp('install')?.lock === lock })
  const node = findNode()
  writeStamp('install', { lock, dev, node })
  return node
}

/** Whether npm has installed everything in the lockfile, by npm's own record. Also true after a person ran npm. */
function isInstalled({ dev }) {
  const record = at('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = packagesOf(record)
  return Object.entries(packagesOf(at('package-lock.json'))).every(([path, wanted]) => {
    const needed = !wanted.optional && !wanted.devOptional && (dev || !wanted.dev)
    if (!needed || !path.includes('node_modules/')) return true
    return installed[path] !== undefined && installed[path].version === wanted.version
  })
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

async function npmInstall({ dev, adding }) {
  if (adding) console.error('Installing development dependencies (half a minute)…')
  else if (existsSync(at('node_modules')))
    console.error('Updating dependencies (package-lock.json changed)…')
  else console.error('Installing dependencies (first start, about a minute)…')

  // `npm ci` starts by removing node_modules. That would break a running server of the same lockfile, and fails
  // on Windows, where the running Node is in that folder.
  const careful =
    adding || (process.platform === 'win32' && process.execPath.startsWith(ownModules))
  const { file, args, shell } = npm()
  const status = await run(
    file,
    [
      ...args,
      ...(careful ? ['install', '--no-save'] : ['ci']),
      dev ? '--include=dev' : '--omit=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { shell, stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH } }
  )
  if (status !== 0) {
    throw new Refusal(
      `npm could not install the dependencies (status ${status}); it says why above.`,
      status
    )
  }
}

const ownModules = at('node_modules') + sep

/** How to run npm: the npm that runs this process, unless its Node is in the folder that is replaced. */
export function npm() {
  const script = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  if (script && basename(script) === 'npm-cli.js' && !node.startsWith(ownModules)) {
    return { file: node, args: [script], shell: false }
  }
  return { file: 'npm', args: [], shell: process.platform === 'win32' }
}
