import { statfs } from 'node:fs/promises'
import { arch, cpus, freemem, loadavg, totalmem, uptime } from 'node:os'
import { agentPlatform, machineName, osVersion } from '../platform.js'
import type { AllowedFolder } from '../state/state.js'
import { agentVersion } from '../version.js'

export interface DiskRoom {
  path: string
  totalBytes: number
  freeBytes: number
}

/** Returns the free space on the disks of folders; unreachable folders are omitted. */
export async function diskRoom(folders: readonly string[]): Promise<DiskRoom[]> {
  const found = await Promise.all(
    folders.map(async (path) => {
      try {
        const { blocks, bavail, bsize } = await statfs(path)
        return [{ path, totalBytes: blocks * bsize, freeBytes: bavail * bsize }]
      } catch {
        return []
      }
    })
  )
  return found.flat()
}

/** Returns the result of the command `system_info`. */
export async function systemInfo(
  folders: readonly AllowedFolder[]
): Promise<Record<string, unknown>> {
  const processors = cpus()
  return {
    machineName: machineName(),
    platform: agentPlatform(),
    os: osVersion(),
    arch: arch(),
    cpu: { model: processors[0]?.model ?? 'unknown', count: processors.length, load: loadavg() },
    memory: { totalBytes: totalmem(), freeBytes: freemem(), agentBytes: rssBytes() },
    uptimeSeconds: Math.round(uptime()),
    disks: await diskRoom(folders.map(({ path }) => path)),
    versions: { agent: agentVersion, node: process.versions.node },
  }
}

/** Node cannot determine it without /proc. */
export function rssBytes(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}
