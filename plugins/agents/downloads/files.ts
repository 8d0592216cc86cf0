import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { notFound } from '@crossdock/kernel/http'
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

/** `build/agents`, seen from the sources and from the build. */
const folders = ['../../../build/agents/', '../../../agents/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url))
)

/** The folder with the programs, and what its list names; empty when none was built. Read anew each time: a build may follow. */
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
    // A name in this folder, and no way out of it.
    typeof file === 'string' &&
    /^[\w.-]+$/.test(file) &&
    typeof size === 'number' &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof version === 'string'
  )
}

/** @param target such as `linux-x64` */
export const notBuilt = (target: string) =>
  notFound(
    'There is no download for "{id}". Build the downloads on the server: npm run build:agents.',
    target
  )
