import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programOf } from '../testing/index.js'

/** A build of the product, to start servers from. */
export interface Build {
  /** Its name in the table of results. */
  name: string
  root: string
  /** The Node and the program to run. */
  program: string[]
  node: string
}

/** The build that contains this program. */
export const thisBuild = (): Build => ({
  name: 'here',
  root: process.cwd(),
  program: programOf('server'),
  node: process.execPath,
})

/** A build in another folder, with its own Node. */
export function buildInFolder(root: string, name: string): Build {
  const node = join(root, 'node_modules', '.bin', 'node')
  return {
    name,
    root,
    program: [join(root, 'build', 'backend', 'bin', 'server.js')],
    node: existsSync(node) ? node : process.execPath,
  }
}

/**
 * Builds another commit in a temporary folder with its own setup. `remove` deletes the folder.
 * @throws when git does not know the commit, or the build fails
 */
export async function buildCommit(commit: string): Promise<Build & { remove(): Promise<void> }> {
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
  return { ...buildInFolder(root, commit), remove }
}

async function run(command: string, args: string[], cwd = process.cwd()): Promise<void> {
  const { NODE_OPTIONS: _, TEST_BUILD: __, ...env } = process.env
  // Its output is not part of the table.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`)
}
