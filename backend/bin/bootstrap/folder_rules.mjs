import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path/posix'
import { pathToFileURL } from 'node:url'
import { at } from './paths.mjs'

/**
 * Folders whose subfolders import each other in one direction only: the rooms of the kernel, the domains and the
 * plugins with their rooms, the console and its parts, and the command line.
 */
const homes = [
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
 * The circles of folders that import each other, each with one import of every step.
 * `contracts/index.ts` publishes: what it re-exports is no use by the contracts.
 * @param files texts by path from the root
 */
export function circlesIn(files) {
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
      const circle = known.has(folder) ? undefined : circleFrom(folder, graph)
      if (!circle) return []
      for (const one of circle) known.add(one)
      const steps = circle.map((from, at) => graph.get(from).get(circle[at + 1] ?? folder))
      return [`${root}: ${[...circle, folder].join(' → ')} (${steps.join('; ')}).`]
    })
  })
}

/** Notes an import between two folders of a home. */
function note(graphs, file, target) {
  for (const home of homes) {
    const [root] = home.exec(file) ?? []
    if (!root || home.exec(target)?.[0] !== root) continue
    const [from, to] = [file, target].map((path) => path.slice(root.length + 1).split('/'))
    if (from.length < 2 || to.length < 2 || from[0] === to[0]) continue
    const graph = graphs.get(root) ?? new Map()
    const imports = graph.get(from[0]) ?? new Map()
    graphs.set(root, graph.set(from[0], imports))
    if (!imports.has(to[0])) imports.set(to[0], `${file} imports ${target}`)
  }
}

/** The shortest way from a folder back to it; undefined if there is none. */
function circleFrom(folder, graph) {
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

/** The source of an imported path, which names its build (`.js`). */
const sourceOf = (path, files) =>
  [path, ...['.ts', '.tsx', '.mjs'].map((end) => path.slice(0, -extname(path).length) + end)].find(
    (one) => files.has(one)
  )

/** `npm run check`, the part "folders": exits with 1 when folders import each other in a circle. */
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
  const found = circlesIn(new Map(files.map((file) => [file, readFileSync(at(file), 'utf8')])))
  if (found.length > 0) {
    const hint = 'Move what both need to the lower folder, or to a file above both.'
    console.log([...found, hint].join('\n'))
  }
  process.exitCode = found.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
