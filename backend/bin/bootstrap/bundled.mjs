import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { copiesIn } from './copies.mjs'
import { accepted, vulnerable } from './known_copies.mjs'
import { at } from './paths.mjs'
import { sbomFile, usedPackages, writeSbom } from './sbom.mjs'

/** Every copy of a library inside another package: `{ name, version, file, inside, host }`. */
export function findCopies(packages = usedPackages()) {
  return packages.flatMap(({ ref, name, path }) => {
    // Our packages contain no copies. A package for another platform is listed, but not installed.
    if (!path.includes('node_modules/') || !existsSync(at(path))) return []
    return copiesIn(at(path)).map((copy) => ({ ...copy, inside: name, host: ref }))
  })
}

/** The problems of these copies, one sentence each. `excused` has the form of known_copies.mjs. */
export function faultsOf(copies, excused = accepted) {
  const isExcused = (copy) => excused.some((one) => isSame(one, copy))
  const faults = copies.flatMap((copy) => {
    const found = vulnerable.find(({ name, below }) => name === copy.name && isBelow(copy, below))
    if (!found || isExcused(copy)) return []
    const { name, version, inside, file } = copy
    return [
      `${inside} contains a copy of ${name} ${version} in ${file}, older than ${found.below}: ${found.why}. Update or replace ${inside}, or explain in backend/bin/bootstrap/known_copies.mjs why the copy is harmless.`,
    ]
  })
  const idle = excused.filter((one) => !copies.some((copy) => isSame(one, copy)))
  return [
    ...faults,
    ...idle.map(
      ({ name, version, inside }) =>
        `${inside} no longer contains a copy of ${name} ${version}: remove its entry from backend/bin/bootstrap/known_copies.mjs.`
    ),
  ]
}

const isSame = (one, other) =>
  one.name === other.name && one.version === other.version && one.inside === other.inside

function isBelow({ version }, bound) {
  const [one, other] = [version, bound].map((text) => text.split(/[.-]/, 3).map(Number))
  const place = one.findIndex((part, index) => part !== other[index])
  return place >= 0 && one[place] < other[place]
}

/** Adds the copies to the SBOM. Each copy is listed inside the package that contains it. */
function addTo(sbom, copies) {
  for (const { name, version, file, host } of copies) {
    const holder = sbom.components.find((component) => component['bom-ref'] === host)
    const ref = `${host}|${name}@${version}`
    holder.components ??= []
    // The package may be installed twice.
    if (holder.components.some((copy) => copy['bom-ref'] === ref)) continue
    holder.components.push({
      'bom-ref': ref,
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      properties: [
        { name: 'crossdock:bundled', value: 'true' },
        { name: 'crossdock:file', value: file },
      ],
    })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sbom = JSON.parse(readFileSync(sbomFile, 'utf8'))
  const copies = findCopies()
  addTo(sbom, copies)
  writeSbom(sbom)
  const faults = faultsOf(copies)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
