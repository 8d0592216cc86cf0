import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const source = join('backend', 'bench', 'plugin')
const name = 'crossdock-bench'

/** Copies the bench's plugin to the product's folder of added plugins. */
export async function copyBenchPlugin(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'plugins')
  const place = join(folder, 'node_modules', name)
  await mkdir(place, { recursive: true })
  await cp(source, place, { recursive: true })
  const record = { private: true, dependencies: { [name]: '0.1.0' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(record))
}
