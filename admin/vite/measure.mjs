import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/**
 * Prints as JSON how much a browser downloads, without writing a build: the code of the sign-in page (in brotli, too),
 * the code of the first load of a signed-in person, the texts of each language, the code that the shell loads after the
 * first screen, and the further files of each part that loads on demand. Sizes are in bytes of gzip.
 */

const admin = dirname(import.meta.dirname)
const root = dirname(admin)
const within = createRequire(`${admin}/package.json`)
const { build } = await import(pathToFileURL(within.resolve('vite')).href)

const modules = new Map()
const { output } = await build({
  configFile: `${admin}/vite.config.ts`,
  logLevel: 'error',
  build: { write: false },
  plugins: [
    {
      name: 'crossdock-measure',
      generateBundle() {
        for (const id of this.getModuleIds()) modules.set(id, this.getModuleInfo(id))
      },
    },
  ],
})

const chunks = new Map(output.filter((file) => file.type === 'chunk').map((c) => [c.fileName, c]))
const holder = new Map(
  [...chunks.values()].flatMap((c) => c.moduleIds.map((id) => [id, c.fileName]))
)

/** The files of these modules, the files they import, and optionally what loads on demand from there. */
function filesOf(ids, withOpened = false, known = new Set()) {
  const files = new Set(ids.map((id) => holder.get(id)).filter((file) => file && !known.has(file)))
  for (const file of files) {
    const { imports, dynamicImports } = chunks.get(file)
    const next = withOpened ? [...imports, ...dynamicImports] : imports
    for (const name of next) if (!known.has(name)) files.add(name)
  }
  return [...files]
}

const size = (files) =>
  files.reduce((sum, file) => sum + gzipSync(chunks.get(file).code, { level: 9 }).length, 0)
const sized = (files) => ({ files, bytes: size(files) })
const short = (id) => id.replace(`${root}/`, '').replace('\0virtual:crossdock-', '')

const entry = [...chunks.values()].find((chunk) => chunk.isEntry)
const startOf = (module) => filesOf([...entry.moduleIds, `${admin}/src/${module}`])
const first = new Set(startOf('console.tsx'))
const visitor = startOf('visitor.tsx')
const lazy = new Map(
  [...modules.values()]
    .filter(({ id }) => first.has(holder.get(id)))
    .flatMap(({ id, dynamicallyImportedIds }) => dynamicallyImportedIds.map((to) => [to, id]))
)
const isText = (id) => id.includes('crossdock-texts/')
const ofFrame = [...lazy].filter(([to, from]) => /\/(shell|palette)\//.test(from) && !isText(to))
const frame = filesOf(ofFrame.map(([to]) => to)).filter((file) => !first.has(file))
const known = new Set([...first, ...frame])

const parts = [...lazy.keys()].filter((id) => !isText(id))
const texts = [...lazy.keys()].filter(isText)
const brotli = (name) => brotliCompressSync(chunks.get(name).code).length
const result = {
  visitor: {
    ...sized(visitor),
    brotli: visitor.reduce((sum, name) => sum + brotli(name), 0),
  },
  first: sized([...first]),
  frame: sized(frame),
  texts: Object.fromEntries(texts.map((id) => [short(id), sized([holder.get(id)]).bytes])),
  parts: Object.fromEntries(parts.map((id) => [short(id), sized(filesOf([id], true, known))])),
}
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
