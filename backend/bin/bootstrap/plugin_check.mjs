import { install } from './install.mjs'
import { program } from './program.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

/** Loads everything installed together with the packages of that folder, without starting it. */
export async function checkSet(folder) {
  const node = await install({ dev: false })
  const status = await run(node, await program(node, 'check_plugins'), {
    env: { CROSSDOCK_PLUGINS_DIR: folder },
  })
  if (status !== 0) throw new Refusal('Nothing was changed.', status)
}
