import { extensionPoint } from '../../ground/extension_point.js'

/** Returns which of these contents (at most a few hundred) rows of the context's tenant still reference. */
export type ContentNames = (ids: readonly string[]) => Promise<readonly string[]>

/**
 * A plugin that records contents adds a function here that returns which of them it still references. A content
 * that no plugin references is deleted. A row that begins to reference an existing content must hold it in the
 * same transaction (`ContentStore.hold`).
 */
export const contentNames = extensionPoint<ContentNames>('kernel.contentNames')

/** Returns which of these contents any plugin still references, in the context's tenant. */
export async function stillReferenced(ids: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  if (ids.length === 0) return named
  for (const [, namesOf] of contentNames.entries()) {
    for (const id of await namesOf(ids)) named.add(id)
  }
  return named
}
