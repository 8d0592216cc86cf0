import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { build } from './build.mjs'
import { add, none, sentence } from './counts.mjs'
import { described } from './described.mjs'
import { install } from './install.mjs'
import { at } from './paths.mjs'
import { run } from './run.mjs'
import { tool } from './tool.mjs'

/** `npm run check`: checks the sources without running them. Several checks run in parallel. */
export default async function () {
  const node = await install({ dev: true })
  await build(node, [described])
  const cache = at('node_modules', '.cache', 'crossdock')
  mkdirSync(cache, { recursive: true })
  const types = (project, name) => [
    tool('@typescript/native', 'bin/tsc'),
    '--noEmit',
    // Several programs already run in parallel. A single thread does the same with half the work.
    '--singleThreaded',
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `${cache}/${name}.tsbuildinfo`,
  ]
  const waiting = [
    { name: 'types', args: types('tsconfig.json', 'backend') },
    {
      name: 'types of the journeys',
      args: types('backend/tests/journeys/tsconfig.json', 'journeys'),
    },
    { name: 'types of the console', args: types('admin/tsconfig.json', 'console') },
    {
      name: 'types of the packages',
      args: [
        tool('@typescript/native', 'bin/tsc'),
        '-p',
        'tsconfig.packages.json',
        '--outDir',
        `${cache}/packages`,
      ],
    },
    {
      name: 'boundaries',
      args: [
        tool('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        'backend',
        'plugins',
        'cli',
        'admin',
      ],
    },
    { name: 'folders', args: [at('backend', 'bin', 'bootstrap', 'folder_rules.mjs')] },
    { name: 'format', args: [tool('oxfmt', 'bin/oxfmt'), '--check', '.'] },
    { name: 'lint', args: [tool('oxlint', 'bin/oxlint'), '--deny-warnings'] },
    { name: 'times in specs', args: [at('backend', 'bin', 'bootstrap', 'spec_rules.mjs')] },
    { name: 'words', args: [at('backend', 'bin', 'bootstrap', 'word_rules.mjs')] },
    { name: 'prose', args: [at('backend', 'bin', 'bootstrap', 'prose_rules.mjs')] },
    {
      name: 'SBOM',
      args: [at('backend', 'bin', 'bootstrap', 'sbom.mjs')],
      // Runs after the SBOM is written, because it adds to it.
      next: { name: 'bundled copies', args: [at('backend', 'bin', 'bootstrap', 'bundled.mjs')] },
    },
  ]

  const total = none()
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const { status, output } = await capture(node, task.args)
      if (status !== 0) process.stdout.write(`${output.trimEnd()}\n`)
      console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${task.name}`)
      add(total, { ...none(), [status === 0 ? 'passed' : 'failed']: 1 })
      if (task.next && status === 0) waiting.unshift(task.next)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  console.log(sentence(total))
  return total.failed > 0 ? 1 : 0
}

/** Runs a program and buffers its output, so that parallel outputs do not mix. */
async function capture(node, args) {
  let output = ''
  const status = await run(node, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: process.stdout.isTTY ? {} : { NO_COLOR: '1' },
    onStart(child) {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => (output += text))
      }
    },
  })
  return { status, output }
}
