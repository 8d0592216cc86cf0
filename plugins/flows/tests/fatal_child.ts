import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FreshDatabase } from '@crossdock/kernel/testing'

/** Starts an application in a separate process. Resolves with its address, and a promise that it has exited. */
export async function fatalProcess({ dataDir, databaseUrl }: FreshDatabase) {
  const script = fileURLToPath(new URL('./fatal_process.js', import.meta.url))
  const paths = [dataDir, ...(databaseUrl ? [databaseUrl] : [])]
  const child = spawn(process.execPath, [...process.execArgv, script, ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const died = once(child, 'exit') as Promise<[number | null, string]>
  const lines = createInterface(child.stdout)
  const url = Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    died.then(() => undefined),
  ])
  return { child, died, url: await url }
}
