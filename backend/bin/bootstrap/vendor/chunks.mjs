import { sep } from 'node:path'
import { at } from '../paths.mjs'

const isOurs = (id) => id.startsWith(at('build') + sep)

/**
 * How rolldown splits the bundle: one chunk for each group of `apart` with all its imports, and one for
 * everything loaded at start. Rolldown splits the rest into chunks that are loaded on demand.
 */
export function chunks(apart, programs) {
  let chunkOf
  const name = (id, graph) => {
    chunkOf ??= divide((one) => graph.getModuleInfo(one), apart, programs)
    return chunkOf.get(id) ?? null
  }
  return { groups: [{ name, debugName: 'what a start loads' }] }
}

function divide(infoOf, apart, programs) {
  const start = new Set()
  programs.forEach((id) => addAll(id, start, infoOf))
  // Our own modules that load later join the start chunk, unless they import other packages. A set that grows
  // during iteration is walked to its end.
  for (const id of start) {
    if (!isOurs(id)) continue
    for (const later of infoOf(id).dynamicallyImportedIds.filter(isOurs)) {
      const more = new Set()
      addAll(later, more, infoOf)
      if ([...more].every((one) => start.has(one) || isOurs(one)))
        more.forEach((one) => start.add(one))
    }
  }
  const chunkOf = new Map([...start].map((id) => [id, 'start']))
  for (const [name, ids] of Object.entries(apart)) {
    const group = new Set()
    ids.forEach((id) => addAll(id, group, infoOf))
    group.forEach((id) => chunkOf.set(id, name))
  }
  // Programs stay where they are, and must not run when another one does.
  programs.forEach((id) => chunkOf.delete(id))
  return chunkOf
}

/** Adds a module and everything loaded with it. */
function addAll(id, into, infoOf) {
  const info = infoOf(id)
  if (into.has(id) || !info) return
  into.add(id)
  info.importedIds.forEach((one) => addAll(one, into, infoOf))
}
