import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programOf } from '../testing/index.js'

/** A built product to start servers of. */
export interface Build {
  /** How the table calls it. */
  name: string
  root: string
  /** What Node runs, and which. */
  program: string[]
  node: string
}

/** The product this program belongs to. */
export const present = (): Build => ({
  name: 'here',
  root: process.cwd(),
  program: programOf('server'),
  node: process.execPath,
})

/** A product that was built in another folder, with the Node it brings. */
export function builtIn(root: string, name: string): Build {
  const node = join(root, 'node_modules', '.bin', 'node')
  return {
    ...{ name, root },
    program: [join(root, 'build', 'backend', 'bin', 'server.js')],
    node: existsSync(node) ? node : process.execPath,
  }
}

/**
 * Builds another commit in a folder of its own, as its own set-up does; `remove` takes it away again.
 * @throws when git knows no such commit, or it cannot be built
 */
export async function buildOf(commit: string): Promise<Build & { remove(): Promise<void> }> {
  const { stdout } = await promisify(execFile)('git', [
    'rev-parse',
    '--verify',
    `${commit}^{commit}`,
  ])
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-against-'))
  const root = join(folder, 'crossdock')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', process.cwd(), root])
    await run('git', ['checkout', '--quiet', '--detach', stdout.trim()], root)
    await run('node', ['backend/bin/bootstrap.mjs', 'build'], root)
  } catch (error) {
    await remove()
    throw error
  }
  return { ...builtIn(root, commit), remove }
}

async function run(command: string, args: string[], cwd = process.cwd()): Promise<void> {
  const { NODE_OPTIONS: _, TEST_BUILD: __, ...env } = process.env
  // What it says does not belong to the table.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}
