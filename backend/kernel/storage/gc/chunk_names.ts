import { contentLists } from '../index/content_lists.js'
import { draftLists } from '../drafts/draft_lists.js'
import { prefixOf, hashesWithPrefix } from '../../chunks/manifest.js'

/** Yields all committed chunk lists of a tenant (`encodeChunks`). Each is read at another time. */
type ChunkLists = (tenantId: string) => AsyncIterable<{ chunks: Uint8Array }>

/**
 * Everything that references chunks. When an upload becomes a content, a transaction moves its chunk list from
 * drafts to contents. Drafts are read first, so that the list is found in at least one of the two.
 */
const sources: readonly ChunkLists[] = [draftLists, contentLists]

/** Returns those of the given chunks that the tenant still references. */
export async function namedAmong(
  tenantId: string,
  hashes: ReadonlySet<string>
): Promise<Set<string>> {
  const named = new Set<string>()
  if (hashes.size === 0) return named
  const wanted = new Set([...hashes].map(prefixOf))
  for (const lists of sources) {
    for await (const { chunks } of lists(tenantId)) {
      for (const hash of hashesWithPrefix(chunks, wanted)) if (hashes.has(hash)) named.add(hash)
    }
  }
  return named
}
