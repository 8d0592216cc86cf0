import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HttpContext } from '@adonisjs/core/http'

/** One form of a file: plain, or precompressed. */
interface Form {
  encoding: string | undefined
  bytes: Buffer
  /** Computed on first use, because a start reads all files and most of them are never sent. */
  readonly etag: string
}

interface ConsoleFile {
  modified: string
  /** The smallest form first; the last one is the plain file. */
  forms: Form[]
}

const year = 365 * 24 * 60 * 60
const page = '/index.html'
const compressed = { br: '.br', gzip: '.gz' }
/** Addresses of files. If the file is missing, the answer is not the console's page. */
const namesFile = /^\/(?:static|\.well-known)\/|\.\w+$/
/** Addresses for programs and visitors. Without an operation they are answered with 404. */
const isNoScreen = /^\/(?:api|docs|mcp|metrics|hooks|s|p)(?:\/|$)/i

/**
 * The files of the built console, read once at the start. A build while the server runs therefore removes no
 * file from open tabs, and headers always match the sent content.
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

  /** Answers with the file at the address, else with the page, which handles the address. */
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

/** admin/dist of the repository, relative to the sources or the build; undefined before it is built. */
export function builtConsole(): string | undefined {
  return ['../../admin/dist/', '../../../admin/dist/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
}
