import { extensionPoint } from '../../ground/extension_point.js'

/** Returns the contents, of a few hundred at most, that rows of the context's tenant still name. */
export type ContentNames = (ids: readonly string[]) => Promise<readonly string[]>

/**
 * Plugins that record contents report here which of them they still name. A content that no plugin names is
 * deleted. A row that begins to name an existing content must hold it in the same transaction
 * (`ContentStore.hold`).
 */
export const contentNames = extensionPoint<ContentNames>('kernel.contentNames')

/** The contents that any plugin still names, in the context's tenant. */
export async function stillNamed(ids: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  if (ids.length === 0) return named
  for (const [, namesOf] of contentNames.entries()) {
    for (const id of await namesOf(ids)) named.add(id)
  }
  return named
}
