import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../testing/index.js'
import { median } from './load.js'
import type { Line } from './report.js'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Runs `npm start` until the console's page is served. Returns the seconds. */
async function start(cwd: string, dataDir: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(npm, ['start'], {
    cwd,
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'false',
      LOG_LEVEL: 'warn',
    },
  })
  while (!(await servesConsole(port))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
    await delay(10)
  }
  const seconds = (performance.now() - began) / 1000
  process.kill(-child.pid!, 'SIGTERM')
  await once(child, 'exit')
  return seconds
}

async function servesConsole(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
  return response?.ok === true && (await response.text()).includes('<div id="root">')
}

async function run(command: string, args: string[]): Promise<void> {
  const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

/** Cold start of a new clone, and a second start. */
export async function benchProcess(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-clone-'))
  const clone = join(folder, 'crossdock')
  const data = join(folder, 'data')
  await run('git', ['clone', '--quiet', process.cwd(), clone])
  const cold = await start(clone, data)
  const later = [await start(clone, data), await start(clone, data), await start(clone, data)]
  await rm(folder, { recursive: true, force: true })
  const second = median(later)
  return [
    {
      what: 'cold npm start, fresh clone to page, warm package cache',
      ours: `${cold.toFixed(0)} s`,
      yardstick: '',
      ratio: '',
      target: '150 s, aim 90 s',
      holds: cold <= 150,
    },
    {
      what: 'second npm start to first page',
      ours: `${second.toFixed(2)} s`,
      yardstick: '',
      ratio: '',
      target: '2 s, aim 1 s',
      holds: second <= 2,
    },
  ]
}
