import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FreshDatabase } from '@crossdock/kernel/testing'

export interface Served {
  url: string
  headers: Record<string, string>
}

export interface ServedOptions {
  /** Default: any free port. */
  port?: number
  /** Whether the database was served before, so that people and tokens exist. */
  isBack?: boolean
  /** Value of STORAGE_URL. */
  storage?: string | undefined
}

/** Starts a server for a database in a process that can be killed. */
export async function serve(
  database: FreshDatabase,
  { port = 0, isBack = false, storage }: ServedOptions = {}
): Promise<{ child: ChildProcess; served: Served }> {
  const script = fileURLToPath(new URL('./served_app.js', import.meta.url))
  const own = { CRASH_DATABASE: JSON.stringify(database), CRASH_PORT: String(port) }
  const child = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...own,
      ...(isBack ? { CRASH_BACK: 'true' } : {}),
      ...(storage ? { CRASH_STORAGE: storage } : {}),
    },
  })
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{"url"')) return { child, served: JSON.parse(line) as Served }
  }
  throw new Error('The server to be killed did not start.')
}
