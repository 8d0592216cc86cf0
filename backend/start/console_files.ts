import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpContext } from '@adonisjs/core/http'

/** One form of a file: as it is, or compressed beforehand. */
interface Form {
  encoding: string | undefined
  bytes: Buffer
  /** Made when it is first asked for: a start reads all files, and most are not sent. */
  readonly etag: string
}

interface ConsoleFile {
  modified: string
  /** The best first; the last is the file as it is. */
  forms: Form[]
}

const year = 365 * 24 * 60 * 60
const page = '/index.html'
const compressed = { br: '.br', gzip: '.gz' }
/** An address that names a file is no address of the page. */
const namesFile = /^\/(?:static|\.well-known)\/|\.\w+$/
/** Addresses for programs and visitors. Where no door answers there, nothing is there. */
const isNoScreen = /^\/(?:docs|mcp|metrics|hooks|s|p)(?:\/|$)/

/**
 * The built console, read once: a build under the running server takes no file from its open tabs,
 * and what is told of a file is always true of what is sent.
 */
export class ConsoleFiles {
  readonly #files = new Map<string, ConsoleFile>()

  constructor(folder: string) {
    const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    for (const name of names) {
      const path = join(folder, name)
      const isForm = Object.values(compressed).some((ending) => name.endsWith(ending))
      if (isForm || !statSync(path).isFile()) continue
      const forms = Object.entries(compressed)
        .filter(([, ending]) => names.has(name + ending))
        .map(([encoding, ending]) => readForm(path + ending, encoding))
      this.#files.set(`/${name.split(sep).join('/')}`, {
        modified: statSync(path).mtime.toUTCString(),
        forms: [...forms, readForm(path)],
      })
    }
  }

  /** Answers with the file of the address, else with the page, which knows what to show there. */
  answer({ request, response }: HttpContext): void {
    const path = request.url()
    const isFile = this.#files.has(path) || namesFile.test(path)
    const name = isFile ? path : page
    const file = isFile || !isNoScreen.test(path) ? this.#files.get(name) : undefined
    if (!file) {
      const sentence = isFile ? 'There is no such file.' : 'There is nothing at this address.'
      return response.status(404).header('cache-control', 'no-store').send(sentence)
    }
    const { bytes, etag, encoding } = file.forms.find(
      (form) => !form.encoding || request.encoding([form.encoding]) === form.encoding
    )!
    const hashed = name.startsWith('/static/')
    response
      .header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
      .header('vary', 'Accept-Encoding')
      .header('etag', etag)
      .header('last-modified', file.modified)
    if (response.fresh()) return response.status(304).send(null)
    if (encoding) response.header('content-encoding', encoding)
    response.type(extname(name)).send(bytes)
  }
}

function readForm(path: string, encoding?: string): Form {
  const bytes = readFileSync(path)
  let etag: string | undefined
  return {
    encoding,
    bytes,
    get etag() {
      return (etag ??= `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`)
    },
  }
}

/** admin/dist of the repository, seen from the sources or from the build; nothing before it is built. */
export function builtConsole(): string | undefined {
  return ['../../admin/dist/', '../../../admin/dist/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
}
