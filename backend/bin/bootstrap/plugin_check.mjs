import { join } from 'node:path'
import { outsidePackages } from '../../outside/folder.mjs'
import { install } from './install.mjs'
import { program } from './program.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'
import { screensFit } from './screens_check.mjs'

/** Loads everything installed together with the packages of that folder, without starting it: server, verbs, screens. */
export async function checkSet(folder) {
  const used = outsidePackages(folder).filter((one) => !one.disabled)
  if (used.length === 0) return
  const node = await install({ dev: false })
  const loads = async (name, place) =>
    (await run(node, await program(node, name, place), {
      env: { CROSSDOCK_PLUGINS_DIR: folder },
    })) === 0
  const fits =
    (await loads('check_plugins')) &&
    (!used.some((one) => one.cli) || (await loads('check_plugins', join('cli', 'src')))) &&
    (await screensFit(node, folder))
  if (fits) return
  const around = used.map(({ name }) => name).join(', ')
  throw new Refusal(
    around
      ? `Nothing was changed. What is at fault and added already (of ${around}) can be left out: node ace plugin:disable <package>`
      : 'Nothing was changed.'
  )
}
