import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path/posix'
import { pathToFileURL } from 'node:url'
import { at } from './paths.mjs'

/**
 * Folders whose subfolders must not import each other in cycles: folders of the kernel, domains, plugins and
 * their folders, the console and its screens, and the command line.
 */
const parents = [
  /^backend\/kernel\/[^/]+(?=\/)/,
  /^backend\/app\/[^/]+(?=\/)/,
  /^plugins\/[^/]+(?=\/(?!admin\/))/,
  /^plugins\/[^/]+\/(?!admin\/)[^/]+(?=\/)/,
  /^plugins\/[^/]+\/admin(?=\/)/,
  /^admin\/src(?=\/)/,
  /^admin\/src\/screens(?=\/)/,
  /^cli\/src(?=\/)/,
]
const tests = /(^|\/)(tests|testing|stories)\/|[.](spec|test|stories)[.]tsx?$/
const imported = /^(import|export)\b[^'"`;]*?\bfrom\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/gm

/**
 * Import cycles between folders. Each result names one import for every step of the cycle.
 * `contracts/index.ts` only publishes: its re-exports do not count as imports.
 * @param files texts by path from the root
 */
export function cyclesIn(files) {
  const graphs = new Map()
  for (const [file, text] of files) {
    for (const [, kind, direct, lazy] of text.matchAll(imported)) {
      if (kind === 'export' && file.endsWith('/contracts/index.ts')) continue
      const target = sourceOf(join(dirname(file), direct ?? lazy), files)
      if (target) note(graphs, file, target)
    }
  }
  return [...graphs].flatMap(([root, graph]) => {
    const known = new Set()
    return [...graph.keys()].sort().flatMap((folder) => {
      const cycle = known.has(folder) ? undefined : cycleFrom(folder, graph)
      if (!cycle) return []
      for (const one of cycle) known.add(one)
      const steps = cycle.map((from, at) => graph.get(from).get(cycle[at + 1] ?? folder))
      return [`${root}: ${[...cycle, folder].join(' → ')} (${steps.join('; ')}).`]
    })
  })
}

/** Adds an import between two subfolders to the graph of their parent. */
function note(graphs, file, target) {
  for (const parent of parents) {
    const [root] = parent.exec(file) ?? []
    if (!root || parent.exec(target)?.[0] !== root) continue
    const [from, to] = [file, target].map((path) => path.slice(root.length + 1).split('/'))
    if (from.length < 2 || to.length < 2 || from[0] === to[0]) continue
    const graph = graphs.get(root) ?? new Map()
    const imports = graph.get(from[0]) ?? new Map()
    graphs.set(root, graph.set(from[0], imports))
    if (!imports.has(to[0])) imports.set(to[0], `${file} imports ${target}`)
  }
}

/** The shortest path from a folder back to itself; undefined if there is none. */
function cycleFrom(folder, graph) {
  const ways = [[folder]]
  const seen = new Set()
  for (const way of ways) {
    for (const next of graph.get(way.at(-1))?.keys() ?? []) {
      if (next === folder) return way
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
}

/** The source file of an import path, which ends like its build (`.js`). */
const sourceOf = (path, files) =>
  [path, ...['.ts', '.tsx', '.mjs'].map((end) => path.slice(0, -extname(path).length) + end)].find(
    (one) => files.has(one)
  )

/** `npm run check`, the part "folders": exits with 1 when folders import each other in a cycle. */
function main() {
  const listed = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    '*.ts',
    '*.tsx',
  ]
  const files = execFileSync('git', listed, { cwd: at(), maxBuffer: 2 ** 28 })
    .toString()
    .split('\0')
    .filter((file) => file && !tests.test(file) && existsSync(at(file)))
  const found = cyclesIn(new Map(files.map((file) => [file, readFileSync(at(file), 'utf8')])))
  if (found.length > 0) {
    const hint = 'Move what both need to the lower folder, or to a file above both.'
    console.log([...found, hint].join('\n'))
  }
  process.exitCode = found.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
