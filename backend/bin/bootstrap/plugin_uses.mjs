import { install } from './install.mjs'
import { program } from './program.mjs'
import { run } from './run.mjs'

/** What is stored that needs a package, a line each; the database is only read, beside a server that may be running. */
export async function usesOf({ name, folder }) {
  const node = await install({ dev: false })
  let output = ''
  const status = await run(node, [...(await program(node, 'plugin_uses')), name, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    onStart: (child) => child.stdout.setEncoding('utf8').on('data', (text) => (output += text)),
  })
  return status === 0
    ? JSON.parse(output)
    : ['perhaps: the database cannot be read (it says why above)']
}
