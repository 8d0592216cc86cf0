import { extensionPoint } from '../ground/extension_point.js'

/** Those of the contents, a few hundred at the most, that rows of the context's tenant still name. */
export type ContentNames = (ids: readonly string[]) => Promise<readonly string[]>

/**
 * Whoever records contents says here which of them they still name: what nobody names is deleted. A row that comes to
 * name a content which is there already holds it in the same transaction (`ContentStore.hold`).
 */
export const contentNames = extensionPoint<ContentNames>('kernel.contentNames')

/** Those of the contents that somebody still names, in the context's tenant. */
export async function stillNamed(ids: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  if (ids.length === 0) return named
  for (const [, namesOf] of contentNames.entries()) {
    for (const id of await namesOf(ids)) named.add(id)
  }
  return named
}
