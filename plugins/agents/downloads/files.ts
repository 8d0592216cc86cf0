import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { notFound } from '@crossdock/kernel/ground'
import { parseJson } from '@crossdock/kernel/json'
import { architectures, platforms, type Architecture, type Platform } from '../contracts/index.js'

/** A built program of the agent. */
export interface BuiltAgent {
  platform: Platform
  arch: Architecture
  file: string
  size: number
  sha256: string
  version: string
}

/** `build/agents`, relative to the sources and to the build. */
const folders = ['../../../build/agents/', '../../../agents/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url))
)

/**
 * Returns the folder of the programs and the entries of its list; the list is empty if no program was built. It
 * is read each time, because a build may follow later.
 */
export async function builtAgents(): Promise<{ folder: string; files: BuiltAgent[] }> {
  for (const folder of folders) {
    const text = await readFile(`${folder}manifest.json`, 'utf8').catch(() => null)
    if (text !== null) return { folder, files: listedIn(text) }
  }
  return { folder: folders[0]!, files: [] }
}

function listedIn(text: string): BuiltAgent[] {
  const listed: unknown = parseJson(text)
  return Array.isArray(listed) ? listed.filter(isBuilt) : []
}

function isBuilt(one: unknown): one is BuiltAgent {
  if (typeof one !== 'object' || one === null) return false
  const { platform, arch, file, size, sha256, version } = one as Record<string, unknown>
  return (
    platforms.some((known) => known === platform) &&
    architectures.some((known) => known === arch) &&
    // A file name without separators cannot lead out of the folder.
    typeof file === 'string' &&
    /^[\w.-]+$/.test(file) &&
    typeof size === 'number' &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof version === 'string'
  )
}

/**
 * Returns the error for a platform without a download.
 * @param target such as `linux-x64`
 */
export const notBuilt = (target: string) =>
  notFound(
    'There is no download for "{id}". Build the downloads on the server: npm run build:agents.',
    target
  )
