import { outsidePackages } from '../../outside/folder.mjs'
import { at } from './paths.mjs'
import { run } from './run.mjs'

/**
 * Whether the console can be built and put together with the screens of that folder's packages: a page is the first
 * that would find two of one tab, and shows nothing then. What is wrong is said; without screens nothing is done.
 */
export async function screensFit(node, folder) {
  const used = outsidePackages(folder).filter(({ disabled }) => !disabled)
  const broken = used.find(({ problem }) => problem)
  if (broken) {
    console.error(`The plugin package "${broken.name}" ${broken.problem}`)
    return false
  }
  if (!used.some((one) => one.console)) return true
  const plain = process.stderr.isTTY ? {} : { NO_COLOR: '1' }
  const status = await run(node, [at('backend', 'bin', 'bootstrap', 'screens_program.mjs')], {
    cwd: at('admin'),
    env: { ...plain, NODE_ENV: 'production', CROSSDOCK_PLUGINS_DIR: folder },
    stdio: ['ignore', 2, 2],
  })
  return status === 0
}
