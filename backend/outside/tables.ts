import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'

const made = /\.create(?:Tenant)?Table\(\s*['"`](\w+)['"`]/g

/** The tables created by the migrations of a package, according to its files. Runs none of its code. */
export async function tablesMadeIn(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const own = files.filter(
    (file) => /\.[cm]?js$/.test(file) && !file.split(sep).includes('node_modules')
  )
  const texts = await Promise.all(own.map((file) => readFile(join(folder, file), 'utf8')))
  return [...new Set(texts.flatMap((text) => [...text.matchAll(made)].map(([, name]) => name!)))]
}
