import { createInterface } from 'node:readline'
import { given } from './given.mjs'
import { install } from './install.mjs'
import { at } from './paths.mjs'
import { settle } from './plugin_change.mjs'
import { folder } from './plugin_folder.mjs'
import { run, signalGroup } from './run.mjs'
import { sourceFlags } from './source.mjs'
import { tool } from './tool.mjs'

/**
 * `npm run dev`: runs the server from its sources, and the console's development server. The server restarts
 * when a loaded file changes. When one of the two ends, the other is stopped.
 */
export default async function (args) {
  await settle()
  const node = await install({ dev: true })
  const watch = ['--watch', '--watch-preserve-output', ...sourceFlags]
  const children = []
  const program = (label, color, argv, cwd) =>
    run(node, argv, {
      cwd,
      group: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'development',
        CROSSDOCK_PLUGINS_DIR: folder(),
        API_URL: `http://127.0.0.1:${given('PORT') ?? 3333}`,
        // Links point to the development console instead of the last build.
        APP_URL: given('APP_URL') ?? consoleUrl,
        ...colors(),
      },
      onStart(child) {
        children.push(child)
        prefix(child, paint(color, label.padEnd(8)))
      },
    })

  const ends = [
    program('server', cyan, [...watch, at('backend', 'bin', 'server.ts'), ...args]),
    program(
      'console',
      magenta,
      [tool('vite', 'bin/vite.js', 'admin'), '--strictPort', '--logLevel', 'warn'],
      at('admin')
    ),
  ]
  const status = await Promise.race(ends)
  for (const child of children) signalGroup(child)
  await Promise.all(ends)
  return status
}

/** The console's development server, see admin/vite.config.ts. */
const consoleUrl = 'http://localhost:5173'

const colors = () => (process.stdout.isTTY ? { FORCE_COLOR: '1' } : {})
const paint = (color, text) => (process.stdout.isTTY ? `\x1b[${color}m${text}\x1b[0m` : text)
const cyan = 36
const magenta = 35

/** Prefixes each output line of a program with its name. */
function prefix(child, label) {
  for (const name of ['stdout', 'stderr']) {
    const lines = createInterface({ input: child[name], crlfDelay: Infinity })
    lines.on('line', (line) => process[name].write(`${label} ${line}\n`))
  }
}
