import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from './install.mjs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'
import { run } from './run.mjs'

/** `npm run check` writes the bill of materials of an installation here (CycloneDX JSON). */
export const sbomFile = at('node_modules', '.crossdock', 'sbom.json')

/** Lists the production packages of package-lock.json with npm, without network access. */
async function makeSbom() {
  const { file, args, shell } = npm()
  const wanted = ['--sbom-format=cyclonedx', '--package-lock-only', '--offline']
  let json = ''
  const status = await run(file, [...args, 'sbom', ...wanted, '--loglevel=error'], {
    shell,
    stdio: ['ignore', 'pipe', 'inherit'],
    onStart: (child) => child.stdout.setEncoding('utf8').on('data', (text) => (json += text)),
  })
  if (status !== 0) {
    throw new Refusal(`npm could not create the SBOM (status ${status}): see its messages above.`)
  }
  const sbom = JSON.parse(json)
  // npm names the project after its folder, and includes where each package was downloaded.
  sbom.metadata.component.name = JSON.parse(readFileSync(at('package.json'), 'utf8')).name
  for (const component of [sbom.metadata.component, ...sbom.components]) {
    delete component.externalReferences
  }
  return withoutDevelopment(sbom)
}

/** npm's own --omit=dev also drops packages that production shares with development. */
function withoutDevelopment(sbom) {
  const used = new Set(usedPackages().map(({ ref }) => ref))
  const isUsed = (ref) => used.has(ref) || ref === sbom.metadata.component['bom-ref']
  sbom.components = sbom.components.filter((component) => isUsed(component['bom-ref']))
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => isUsed(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isUsed) }))
  return sbom
}

/** The packages of an installation and their paths: `{ ref, name, path }`. */
export function usedPackages() {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = entry.name ?? path.replace(/.*node_modules\//, '')
    return entry.dev || !entry.version ? [] : [{ ref: `${name}@${entry.version}`, name, path }]
  })
}

export function writeSbom(sbom) {
  mkdirSync(dirname(sbomFile), { recursive: true })
  writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    writeSbom(await makeSbom())
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
