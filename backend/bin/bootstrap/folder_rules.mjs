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
 * The pairs of folders that import each other both ways, with one import of each way.
 * `contracts/index.ts` publishes: what it re-exports is no use by the contracts.
 * @param files texts by path from the root
 */
export function pairsIn(files) {
  const imports = new Map()
  for (const [file, text] of files) {
    for (const [, kind, direct, lazy] of text.matchAll(imported)) {
      if (kind === 'export' && file.endsWith('/contracts/index.ts')) continue
      const target = sourceOf(join(dirname(file), direct ?? lazy), files)
      if (target) note(imports, file, target)
    }
  }
  return [...imports].flatMap(([pair, one]) => {
    const [home, from, to] = pair.split(' ')
    const other = imports.get(`${home} ${to} ${from}`)
    return other && from < to
      ? [`${home}: "${from}" and "${to}" import each other (${one}; ${other}).`]
      : []
  })
}

function note(imports, file, target) {
  for (const home of homes) {
    const [root] = home.exec(file) ?? []
    if (!root || home.exec(target)?.[0] !== root) continue
    const [from, to] = [file, target].map((path) => path.slice(root.length + 1).split('/'))
    if (from.length < 2 || to.length < 2 || from[0] === to[0]) continue
    const pair = `${root} ${from[0]} ${to[0]}`
    if (!imports.has(pair)) imports.set(pair, `${file} imports ${target}`)
  }
}

/** The source of an imported path, which names its build (`.js`). */
const sourceOf = (path, files) =>
  [path, ...['.ts', '.tsx', '.mjs'].map((end) => path.slice(0, -extname(path).length) + end)].find(
    (one) => files.has(one)
  )

/** `npm run check`, the part "folders": exits with 1 when two folders import each other. */
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
  const found = pairsIn(new Map(files.map((file) => [file, readFileSync(at(file), 'utf8')])))
  if (found.length > 0) {
    const hint = 'Move what both need to the lower folder, or to a file above both.'
    console.log([...found, hint].join('\n'))
  }
  process.exitCode = found.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
