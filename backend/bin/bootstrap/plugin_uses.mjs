import { install } from './install.mjs'
import { program } from './program.mjs'
import { run } from './run.mjs'

/** Lists stored data that needs a package, one line each. Only reads the database, and may run next to a server. */
export async function usesOf({ name, folder }) {
  const node = await install({ dev: false })
  let output = ''
  const status = await run(node, [...(await program(node, 'plugin_uses')), name, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    onStart: (child) => child.stdout.setEncoding('utf8').on('data', (text) => (output += text)),
  })
  return status === 0 ? JSON.parse(output) : ['unknown: the database cannot be read (see above)']
}
